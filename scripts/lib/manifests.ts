// k8s/one-node and k8s/cluster: what the chart renders with their values.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { findHelm } from './kubernetes-programs.ts'
import { ROOT } from './places.ts'
import type { ProgramPlaces } from './programs.ts'

/** Folders in k8s/, and the preset of each. */
export const MANIFESTS = [
  { folder: 'k8s/one-node', preset: 'home' },
  { folder: 'k8s/cluster', preset: 'large' },
] as const

const HEAD = '# Rendered from charts/nido by `make manifests`. Change values.yaml, not this file.\n'
/** What is there for helm alone. */
const ONLY_HELM = /^ +(?:helm\.sh\/chart|app\.kubernetes\.io\/managed-by): .*\n/gm

/** The text of nido.yaml in such a folder. Without the pods of `helm test`. */
export async function renderManifests(
  places: ProgramPlaces,
  { folder, preset }: (typeof MANIFESTS)[number],
): Promise<string> {
  const chart = path.join(ROOT, 'charts', 'nido')
  const files = [path.join(chart, 'presets', `${preset}.yaml`), path.join(ROOT, folder, 'values.yaml')]
  const words = ['template', 'nido', chart, '--namespace', 'nido', '--skip-tests']
  const { stdout } = await promisify(execFile)(
    await findHelm(places),
    [...words, ...files.flatMap((file) => ['--values', file])],
    { maxBuffer: 16 << 20 },
  )
  return HEAD + stdout.replaceAll(ONLY_HELM, '').replaceAll(/[ \t]+$/gm, '')
}
