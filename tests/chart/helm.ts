// Renders the chart, as helm does it for a cluster.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments, stringify } from 'yaml'
import { environment } from '../../scripts/lib/environment.ts'
import { findHelm } from '../../scripts/lib/kubernetes-programs.ts'
import { ROOT } from '../../scripts/lib/places.ts'

export const CHART = path.join(ROOT, 'charts', 'nido')
export const places = { env: environment(), say: (line: string) => void process.stderr.write(`${line}\n`) }

/** An object of Kubernetes. Tests state what they expect in it. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
  spec?: Record<string, never>
  data?: Record<string, string>
}

export interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[]
  envFrom?: unknown[]
  securityContext?: Record<string, unknown>
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> }
  ports?: { name: string; containerPort: number }[]
  volumeMounts?: { name: string; mountPath: string }[]
  startupProbe?: unknown
  livenessProbe?: { httpGet?: { path: string } }
  readinessProbe?: { httpGet?: { path: string } }
  lifecycle?: { preStop?: unknown }
}

export interface PodSpec {
  containers: Container[]
  initContainers?: Container[]
  volumes?: { name: string; emptyDir?: { sizeLimit?: string } }[]
  securityContext?: Record<string, unknown>
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  terminationGracePeriodSeconds?: number
  [name: string]: unknown
}

export interface Pod {
  /** The kind and name of the object that it comes from. */
  owner: string
  labels: Record<string, string>
  annotations: Record<string, string>
  spec: PodSpec
}

/** Runs helm. @throws Error with what it said if it fails */
export async function helm(...words: string[]): Promise<string> {
  const run = promisify(execFile)(await findHelm(places), words, { maxBuffer: 64 << 20, env: environment() })
  return run.then(
    ({ stdout }) => stdout,
    (error: { stderr?: string; stdout?: string }) => {
      throw new Error(`${error.stdout ?? ''}${error.stderr ?? ''}`)
    },
  )
}

const rendered = new Map<string, Promise<string>>()

/**
 * The text of `helm template`, with files of values and, over them, values. The same ones are rendered once a file of
 * tests.
 * @throws Error in helm's words
 */
export function template(files: string[], values: object = {}): Promise<string> {
  const key = JSON.stringify([files, values])
  const known = rendered.get(key) ?? templateOnce(files, values)
  rendered.set(key, known)
  return known
}

async function templateOnce(files: string[], values: object): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-chart-'))
  try {
    const last = path.join(folder, 'values.yaml')
    await writeFile(last, stringify(values))
    const given = [...files, last].flatMap((file) => ['--values', file])
    return await helm('template', 'home', CHART, '--namespace', 'nido', ...given)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The objects in a text of YAML documents. */
export const objectsOf = (text: string): KubeObject[] =>
  parseAllDocuments(text).flatMap((document) => {
    const found = document.toJS() as KubeObject | null
    return found ? [found] : []
  })

export const render = async (values: object = {}, files: string[] = []): Promise<KubeObject[]> =>
  objectsOf(await template(files, values))

/** The pods that these objects start. */
export const podsOf = (objects: KubeObject[]): Pod[] =>
  objects.flatMap((object) => {
    const spec = (object.spec ?? {}) as unknown as {
      template?: PodTemplate
      jobTemplate?: { spec: { template: PodTemplate } }
    }
    const found =
      object.kind === 'Pod' ? (object as unknown as PodTemplate) : (spec.template ?? spec.jobTemplate?.spec.template)
    if (!found?.spec?.containers) return []
    const { labels = {}, annotations = {} } = found.metadata ?? {}
    return [{ owner: `${object.kind}/${object.metadata.name}`, labels, annotations, spec: found.spec }]
  })

interface PodTemplate {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
  spec: PodSpec
}

export const containersOf = ({ spec }: Pod): Container[] => [...(spec.initContainers ?? []), ...spec.containers]

/** The object of a kind and name. @throws Error if there is none */
export function find(objects: KubeObject[], kind: string, name: string): KubeObject {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}

/** The value of a variable of a container; `from SECRET KEY` for one from a Secret. */
export function variable(container: Container | undefined, name: string): string | undefined {
  const found = container?.env?.find((one) => one.name === name)
  const secret = found?.valueFrom?.secretKeyRef
  return secret ? `from ${secret.name} ${secret.key}` : found?.value
}

/** The only container of a workload. */
export const containerOf = (objects: KubeObject[], kind: string, name: string): Container => {
  const [container] = podsOf([find(objects, kind, name)])[0]?.spec.containers ?? []
  if (!container) throw new Error(`${kind} ${name} has no container`)
  return container
}
