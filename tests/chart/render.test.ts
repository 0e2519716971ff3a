// The chart with each set of values: accepted by helm, valid for each version of Kubernetes, and by the rules for pods.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findKubeconform } from '../../scripts/lib/kubernetes-programs.ts'
import { findSchemas, KUBERNETES_VERSIONS, SCHEMA_LOCATION } from '../../scripts/lib/kubernetes-schemas.ts'
import { CHART, containersOf, helm, type KubeObject, objectsOf, places, podsOf, template } from './helm.ts'
import { VALUE_SETS } from './value-sets.ts'

let folder: string
const rendered = new Map<string, KubeObject[]>()
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-manifests-'))
  for (const { name, files } of VALUE_SETS) {
    const text = await template(files)
    await writeFile(path.join(folder, `${name}.yaml`), text)
    rendered.set(name, objectsOf(text))
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** What kubeconform finds wrong in files, a line each, and what it did not know. */
async function invalid(version: string, ...files: string[]): Promise<string[]> {
  const schemas = await findSchemas(places, version)
  const program = await findKubeconform(places)
  const words = ['-strict', '-summary', '-output', 'json', '-schema-location', path.join(schemas, SCHEMA_LOCATION)]
  const { stdout } = await promisify(execFile)(program, [...words, ...files]).catch(
    (error: { stdout: string }) => error,
  )
  const report = JSON.parse(stdout) as {
    resources: { filename: string; kind: string; name: string; msg: string }[]
    summary: { valid: number; skipped: number }
  }
  if (report.summary.valid + report.resources.length === 0) throw new Error('nothing was checked')
  return [
    ...report.resources.map(({ filename, kind, name, msg }) => `${path.basename(filename)} ${kind} ${name}: ${msg}`),
    ...(report.summary.skipped > 0 ? [`${report.summary.skipped} objects are of unknown kinds`] : []),
  ]
}

describe.each(KUBERNETES_VERSIONS)('for Kubernetes %s', (version) => {
  it('every object of every set of values is valid, field by field', async () =>
    expect(await invalid(version, folder)).toEqual([]))
})

it('a field that does not exist is found, and so is a wrong type', async () => {
  const wrong = path.join(await mkdtemp(path.join(os.tmpdir(), 'nido-wrong-')), 'wrong.yaml')
  const pod = (more: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a${more}}]}\n`
  await writeFile(wrong, ['', ', imag: b', ', ports: [{containerPort: x}]'].map(pod).join('---\n'))
  expect(await invalid('1.33.13', wrong)).toHaveLength(2)
  await rm(path.dirname(wrong), { recursive: true })
})

describe.each(VALUE_SETS)('with $name', ({ name, files }) => {
  const objects = () => rendered.get(name) ?? []

  it('helm finds nothing to complain about', async () => {
    const given = files.flatMap((file) => ['--values', file])
    expect(await helm('lint', CHART, '--strict', ...given)).toContain('0 chart(s) failed')
  })

  it('no two objects have one name, and all are in the namespace of the release', () => {
    const names = objects().map(({ kind, metadata }) => `${kind}/${metadata.name}`)
    expect(names.length).toBeGreaterThan(10)
    expect(names).toEqual([...new Set(names)])
    for (const { metadata } of objects().filter((object) => !object.metadata.name.endsWith('-more')))
      expect(metadata).toMatchObject({ namespace: 'nido', labels: { 'app.kubernetes.io/instance': 'home' } })
  })

  it('each pod may run in a namespace with the Pod Security Standard "restricted"', () => {
    for (const pod of podsOf(objects())) {
      expect(pod.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
      expect(pod.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const forbidden of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod.spec[forbidden]).toBeUndefined()
      expect(JSON.stringify(pod.spec.volumes ?? [])).not.toContain('hostPath')
      for (const container of containersOf(pod))
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  it('each container has limits, an image of a version, and bounded scratch', () => {
    for (const pod of podsOf(objects())) {
      for (const { name: container, image, resources } of containersOf(pod)) {
        const at = `${pod.owner} ${container}`
        expect([at, resources?.requests]).toEqual([
          at,
          expect.objectContaining({ cpu: expect.any(String), memory: expect.any(String) }),
        ])
        expect([at, resources?.limits?.['memory']]).toEqual([at, expect.stringMatching(/^\d+[MG]i$/)])
        expect([at, image]).toEqual([at, expect.stringMatching(/^[^:@]+(:\d[\w.-]*|@sha256:[0-9a-f]{64})$/)])
      }
      const scratch = (pod.spec.volumes ?? []).flatMap(({ emptyDir }) => (emptyDir ? [emptyDir.sizeLimit ?? ''] : []))
      expect(scratch.filter((size) => !/^\d+[MG]i$/.test(size))).toEqual([])
    }
  })

  it('each server has three probes, and lets go slowly', () => {
    for (const { owner, spec } of podsOf(objects()).filter((pod) => /^(Deployment|StatefulSet)/.test(pod.owner))) {
      for (const container of spec.containers)
        expect([owner, container]).toEqual([
          owner,
          expect.objectContaining({
            startupProbe: expect.anything(),
            livenessProbe: expect.anything(),
            readinessProbe: expect.anything(),
          }),
        ])
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30)
      const [container] = spec.containers
      expect(container?.livenessProbe?.httpGet?.path).not.toBe('/ready')
      // Only those that take requests of others wait until none are sent any more.
      expect([owner, container?.lifecycle?.preStop !== undefined]).toEqual([owner, owner.startsWith('Deployment')])
    }
  })

  it('no secret is outside of a Secret', () => {
    const secrets = objects().filter(({ kind }) => kind === 'Secret')
    const values = secrets.flatMap(({ data = {} }) =>
      Object.values(data).map((value) => Buffer.from(value, 'base64').toString()),
    )
    const others = JSON.stringify(objects().filter(({ kind }) => kind !== 'Secret'))
    expect(values.filter((value) => others.includes(value))).toEqual([])
    const variables = podsOf(objects()).flatMap((pod) => containersOf(pod).flatMap(({ env = [] }) => env))
    const plain = variables.filter(({ name: variable, value }) => /PASSWORD|SECRET|_KEY$/.test(variable) && value)
    expect(plain.filter(({ name: variable }) => variable !== 'RECAPTCHA_KEY')).toEqual([])
  })
})
