// The sets of values that the chart is rendered with.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { CHART } from './helm.ts'

const preset = (name: string): string => path.join(CHART, 'presets', `${name}.yaml`)
const ci = (name: string): string => path.join(CHART, 'ci', `${name}-values.yaml`)

/** Name and files of each set: those in ci/, and the presets. */
export const VALUE_SETS: { name: string; files: string[] }[] = [
  ...readdirSync(path.join(CHART, 'ci'))
    .map((file) => file.replace('-values.yaml', ''))
    .filter((name) => name !== 'large')
    .map((name) => ({ name, files: [ci(name)] })),
  { name: 'preset pi', files: [preset('pi')] },
  { name: 'preset home', files: [preset('home')] },
  { name: 'preset large', files: [preset('large'), ci('large')] },
]
