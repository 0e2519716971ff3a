// Schemas of Kubernetes objects for kubeconform, made once from the API descriptions in Go modules, and kept in the
// user's cache.
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { cacheFolder, type ProgramPlaces } from './programs.ts'

/** The oldest version that the chart is for, the one that a cluster of ours has, and the newest. */
export const KUBERNETES_VERSIONS = ['1.28.15', '1.33.13', '1.37.2'] as const

const CUSTOM = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.6.1',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: ['servicemonitors', 'prometheusrules'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: 'github.com/external-secrets/external-secrets@v1.3.2',
    files: ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  },
]
/** Changes when what is written changes. */
const FORMAT = 1

type Schema = Record<string, unknown>
interface Kind {
  group: string
  version: string
  kind: string
}

/** Names of files as kubeconform looks for them, in a folder of schemas. */
export const SCHEMA_LOCATION = '{{ .ResourceKind }}{{ .KindSuffix }}.json'

/**
 * The folder with the schemas of a version of Kubernetes and of the custom kinds that the chart makes.
 * @throws Error if the modules cannot be fetched
 */
export async function findSchemas(places: ProgramPlaces, version: string): Promise<string> {
  const folder = path.join(cacheFolder(places.env), `kubernetes-schemas-${version}-${FORMAT}`)
  if (await isThere(folder)) return folder
  places.say(`Reading the API of Kubernetes ${version}`)
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    await writeBuiltIn(draft, await fetchModule(places, `k8s.io/kubernetes@v${version}`))
    for (const { module, files } of CUSTOM) {
      const source = await fetchModule(places, module)
      for (const file of files) await writeCustom(draft, path.join(source, file))
    }
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another run may have been faster.
      if (!(await isThere(folder))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** The folder of a Go module, which Go checks against the public checksum database. */
async function fetchModule({ env }: ProgramPlaces, module: string): Promise<string> {
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], { env })
  return (JSON.parse(stdout) as { Dir: string }).Dir
}

async function writeBuiltIn(folder: string, source: string): Promise<void> {
  const text = await readFile(path.join(source, 'api/openapi-spec/swagger.json'), 'utf8')
  const { definitions } = JSON.parse(text) as { definitions: Record<string, Schema> }
  const strict: Record<string, Schema> = {}
  for (const [name, schema] of Object.entries(definitions)) strict[name] = anythingGoes(name) ?? strictly(schema)
  await writeFile(path.join(folder, '_definitions.json'), JSON.stringify({ definitions: strict }))
  for (const [name, schema] of Object.entries(definitions)) {
    const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as Kind[]
    for (const kind of kinds) if ('kind' in propertiesOf(schema)) await writeKind(folder, kind, strict[name] ?? {})
  }
}

async function writeCustom(folder: string, file: string): Promise<void> {
  for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
    const { spec } = document.toJS() as {
      spec: {
        group: string
        names: { kind: string }
        versions: { name: string; schema: { openAPIV3Schema: Schema } }[]
      }
    }
    for (const { name, schema } of spec.versions) {
      const kind = { group: spec.group, version: name, kind: spec.names.kind }
      const strict = strictly(schema.openAPIV3Schema)
      // The definition leaves metadata to Kubernetes.
      await writeKind(folder, kind, {
        ...strict,
        properties: { ...propertiesOf(strict), metadata: { type: 'object' } },
      })
    }
  }
}

const propertiesOf = (schema: Schema): Schema => (schema['properties'] ?? {}) as Schema

async function writeKind(folder: string, { group, version, kind }: Kind, schema: Schema): Promise<void> {
  const required = [...new Set([...((schema['required'] ?? []) as string[]), 'apiVersion', 'kind'])]
  const properties = {
    ...propertiesOf(schema),
    kind: { enum: [kind] },
    apiVersion: { enum: [group ? `${group}/${version}` : version] },
  }
  const name = [kind, ...(group ? [group.split('.')[0]] : []), version].join('-').toLowerCase()
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ ...schema, required, properties }))
}

/** What the description cannot say, or says too narrowly. */
function anythingGoes(name: string): Schema | null {
  if (name.endsWith('api.resource.Quantity')) return { type: ['string', 'number'] }
  if (name.endsWith('util.intstr.IntOrString')) return { type: ['string', 'integer'] }
  return /JSONSchemaProps|\.apiextensions\.v1\.JSON$|RawExtension$/.test(name) ? {} : null
}

/** A schema without what is only for reading, which refuses fields that it does not know. */
function strictly(schema: Schema): Schema {
  const found: Schema = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name.startsWith('x-kubernetes') || ['description', 'default', 'format', 'example'].includes(name)) continue
    if (name === '$ref') found[name] = String(value).replace('#/definitions/', '_definitions.json#/definitions/')
    else if (name === 'properties' || name === 'definitions') {
      found[name] = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([key, inner]) => [key, strictly(inner)]),
      )
    } else found[name] = strictValue(value)
  }
  const isOpen = schema['additionalProperties'] || schema['x-kubernetes-preserve-unknown-fields']
  if (found['properties'] && !isOpen) found['additionalProperties'] = false
  return found
}

function strictValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictValue)
  return value !== null && typeof value === 'object' ? strictly(value as Schema) : value
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
