// Wrong values are refused before anything reaches a cluster, in words that say which.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { SETTING_NAMES } from '../../backend/src/config.ts'
import { CHART, render, template } from './helm.ts'

const read = (name: string): string => readFileSync(path.join(CHART, name), 'utf8')

const WRONG: [string, object, RegExp][] = [
  ['an unknown key', { apii: { replicas: 2 } }, /additional properties 'apii' not allowed/],
  ['an unknown key inside', { api: { replica: 2 } }, /\/api.*'replica'/],
  ['a text for a number', { api: { replicas: 'two' } }, /\/api\/replicas.*integer/],
  ['no API at all', { api: { replicas: 0 } }, /\/api\/replicas/],
  ['a negative number of workers', { worker: { replicas: -1 } }, /\/worker\/replicas/],
  ['an unknown database', { mongodb: { kind: 'postgres' } }, /\/mongodb\/kind/],
  ['an even number of members', { mongodb: { mongodb: { replicas: 2 } } }, /\/mongodb\/mongodb\/replicas/],
  ['a size without a unit that exists', { store: { persistence: { size: '10 GB' } } }, /\/store\/persistence\/size/],
  ['a base path without a slash', { basePath: 'cloud' }, /\/basePath/],
  ['a base path that ends in one', { basePath: '/cloud/' }, /\/basePath/],
  ['a URL as a host', { ingress: { hosts: ['https://home.example.org'] } }, /\/ingress\/hosts\/0/],
  ['an unknown preset', { ingress: { preset: 'apache' } }, /\/ingress\/preset/],
  ['an address that is no network', { trustedProxies: ['10.0.0.1'] }, /\/trustedProxies\/0/],
  ['a port out of range', { externalS3: { port: 70000 } }, /\/externalS3\/port/],
  ['an endpoint without a scheme', { externalS3: { endpoint: 's3.example.org' } }, /\/externalS3\/endpoint/],
  ['an unknown setting', { settings: { LOG_LEVELL: 'info' } }, /\/settings.*LOG_LEVELL/],
  ['a setting that the chart makes', { settings: { S3_ENDPOINT: 'http://x' } }, /\/settings.*S3_ENDPOINT/],
  ['a number as a setting', { settings: { TORRENT_PORT: 6881 } }, /\/settings\/TORRENT_PORT/],
  ['the tag latest', { api: { image: { tag: 'latest' } } }, /\/api\/image\/tag/],
  ['a digest that is none', { api: { image: { digest: 'abc' } } }, /\/api\/image\/digest/],
  ['no limit of memory', { api: { resources: { limits: { memory: null } } } }, /\/api\/resources\/limits/],
  [
    'a password that is no part of a URL',
    { secrets: { values: { storeRootPassword: 'p@ss/word' } } },
    /storeRootPassword/,
  ],
  ['a schedule that is none', { backup: { schedule: 'daily' } }, /\/backup\/schedule/],
  ['fewer backups than none', { backup: { keep: -1 } }, /\/backup\/keep/],
  ['runbooks that no browser opens', { metrics: { prometheusRule: { runbookUrl: 'runbooks' } } }, /runbookUrl/],
  ['a short key', { secrets: { values: { secretKey: 'short' } } }, /\/secrets\/values\/secretKey/],
]

const UNLIKELY: [string, object, RegExp][] = [
  [
    'two places for the files',
    { externalS3: { endpoint: 'https://s3.example.org' } },
    /choose one place for the files/,
  ],
  ['no place for the files', { store: { enabled: false } }, /no place for the files/],
  [
    'another S3 without keys',
    { store: { enabled: false }, externalS3: { endpoint: 'https://s3.example.org' } },
    /externalS3 needs its keys/,
  ],
  ['another database without a URL', { mongodb: { kind: 'external' } }, /needs a URL/],
  [
    'another database without its network',
    { mongodb: { kind: 'external' }, secrets: { existingSecret: 'mine' } },
    /mongodb\.external\.cidrs/,
  ],
  ['a captcha without its secret', { settings: { RECAPTCHA_KEY: 'k' } }, /needs its secret/],
  ['an Ingress for nobody', { ingress: { enabled: true } }, /needs ingress\.hosts/],
  ['a route of nothing', { httpRoute: { enabled: true } }, /needs httpRoute\.parentRefs/],
  ['an outer Secret of no store', { secrets: { externalSecret: { enabled: true } } }, /needs storeName/],
  ['backups to nowhere', { backup: { enabled: true, s3: { bucket: 'backups' } } }, /needs backup\.s3\.endpoint/],
  ['alerts without metrics', { metrics: { prometheusRule: { enabled: true } } }, /needs metrics\.enabled/],
]

describe('values', () => {
  it.each(WRONG)('are refused by the schema: %s', async (_, values, words) =>
    expect(template([], values)).rejects.toThrow(words),
  )
  it.each(UNLIKELY)('are refused where they cannot work together: %s', async (_, values, words) =>
    expect(template([], values)).rejects.toThrow(words),
  )
  it('may have globals of other charts', async () =>
    expect((await render({ global: { another: { chart: true } } })).length).toBeGreaterThan(10))
})

/** The paths of all values, and of what the schema allows. Where anything goes, that is the end. */
function pathsOf(value: unknown, at = ''): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length === 0)
    return [at]
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, `${at}.${key}`))
}

describe('the schema', () => {
  const schema = JSON.parse(read('values.schema.json')) as {
    properties: Record<string, Node>
    definitions: Record<string, Node>
  }
  interface Node {
    $ref?: string
    properties?: Record<string, Node>
    additionalProperties?: unknown
  }
  const isKnown = (names: string[], node: Node): boolean => {
    const found = node.$ref ? (schema.definitions[node.$ref.split('/').at(-1) ?? ''] ?? {}) : node
    const [name, ...rest] = names
    if (name === undefined || !found.properties) return true
    const next = found.properties[name]
    return next ? isKnown(rest, next) : found.additionalProperties !== false
  }

  it('knows every value of values.yaml', () => {
    const paths = pathsOf(parse(read('values.yaml'))).map((one) => one.slice(1).split('.'))
    expect(paths.length).toBeGreaterThan(120)
    expect(
      paths.filter((names) => !isKnown(names, { properties: schema.properties, additionalProperties: false })),
    ).toEqual([])
  })

  it('has all settings of Nido but those that the chart makes itself', () => {
    const own = [
      'PORT',
      'HOST',
      'BASE_URL',
      'DATA_DIR',
      'ADMIN_USERNAME',
      'ADMIN_PASSWORD',
      'MONGO_URL',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
      'WAIT_FOR_SERVERS',
      'MINIO_PORT',
      'MONGO_PORT',
      'METRICS_PORT',
      'METRICS_HOST',
      'SECRET_KEY',
      'WORKER',
      'WORKER_RESTS',
      'WORKER_PORT',
      'WORKER_DIR',
      'RECAPTCHA_SECRET',
      'TRUSTED_PROXIES',
      'BACKUP_FOLDER',
      'BACKUP_KEEP',
      'BACKUP_S3_BUCKET',
      'BACKUP_S3_ENDPOINT',
      'BACKUP_S3_REGION',
      'BACKUP_S3_ACCESS_KEY',
      'BACKUP_S3_SECRET_KEY',
    ]
    const known = Object.keys(schema.properties['settings']?.properties ?? {})
    expect(known.toSorted()).toEqual(SETTING_NAMES.filter((name) => !own.includes(name)).toSorted())
  })
})
