// k8s/: the rendered manifests are those of the chart, kustomize makes of them what a cluster takes, and the examples
// of Argo CD and Flux give values that the chart accepts.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { findKustomize } from '../../scripts/lib/kubernetes-programs.ts'
import { MANIFESTS, renderManifests } from '../../scripts/lib/manifests.ts'
import { ROOT } from '../../scripts/lib/places.ts'
import { CHART, containerOf, find, type KubeObject, objectsOf, places, render } from './helm.ts'

const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8')

/** What `kubectl apply --kustomize` would send, with the example's secrets. */
async function build(folder: string): Promise<KubeObject[]> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'nido-kustomize-'))
  try {
    await cp(path.join(ROOT, folder), copy, { recursive: true })
    await cp(path.join(copy, 'secrets.env.example'), path.join(copy, 'secrets.env'))
    const { stdout } = await promisify(execFile)(await findKustomize(places), ['build', copy], { maxBuffer: 16 << 20 })
    return objectsOf(stdout)
  } finally {
    await rm(copy, { recursive: true })
  }
}

describe.each(MANIFESTS)('$folder', (one) => {
  it('is what the chart renders', async () =>
    expect(await read(`${one.folder}/nido.yaml`)).toBe(await renderManifests(places, one)))

  it('has every key of the Secret that its pods ask for', async () => {
    const objects = await build(one.folder)
    const keys = Object.keys(find(objects, 'Secret', 'nido').data ?? {})
    const asked = JSON.stringify(objects).matchAll(/"secretKeyRef":\{"key":"([^"]+)","name":"nido"\}/g)
    const wanted = new Set([...asked].map(([, key = '']) => key))
    expect(wanted.size).toBeGreaterThan(5)
    expect(keys.toSorted()).toEqual([...wanted].toSorted())
  })

  it('is in a namespace of its own, where pods may do little', async () => {
    const objects = await build(one.folder)
    expect(find(objects, 'Namespace', 'nido').metadata.labels).toEqual({
      'pod-security.kubernetes.io/enforce': 'restricted',
    })
    for (const { kind, metadata } of objects.filter((object) => object.kind !== 'Namespace'))
      expect([kind, metadata]).toEqual([kind, expect.objectContaining({ namespace: 'nido' })])
    expect(containerOf(objects, 'Deployment', 'nido-api').image).toBe('nido/api:0.1.0')
  })
})

describe('the examples', () => {
  const isPath = (name: string) => path.join(CHART, name)

  it('of Argo CD give values that the chart accepts, and no Secret is made up', async () => {
    const { spec } = find(objectsOf(await read('k8s/argocd/application.yaml')), 'Application', 'nido')
    const { path: chart, helm } = (spec as unknown as ArgoSpec).source
    expect(chart).toBe('charts/nido')
    const objects = await render(helm.valuesObject, helm.valueFiles.map(isPath))
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([])
  })

  it('of Flux give values that the chart accepts', async () => {
    const { spec } = find(objectsOf(await read('k8s/flux/release.yaml')), 'HelmRelease', 'nido')
    const { chart, values } = spec as unknown as FluxSpec
    const files = chart.spec.valuesFiles.map((name) => path.join(ROOT, name))
    const objects = await render(values, files)
    expect(containerOf(objects, 'Deployment', 'home-nido-api').image).toMatch(
      /^registry\.example\.org\/home\/nido\/api:/,
    )
  })
})

interface ArgoSpec {
  source: { path: string; helm: { valueFiles: string[]; valuesObject: object } }
}
interface FluxSpec {
  chart: { spec: { valuesFiles: string[] } }
  values: object
}
