// The users that the chart makes in the store: what Nido needs works with them, and nothing else does. The commands are
// those of the rendered Job, run as they are.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteBucketPolicyCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { StatusRecord } from '../../backend/contract/status.ts'
import { findMc } from '../../scripts/lib/kubernetes-programs.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { type OwnServers, startServers } from '../helpers/servers.ts'
import { soon } from '../helpers/until.ts'
import { containersOf, find, places, podsOf, render } from './helm.ts'

const PREFIX = 'home-'
const API = { accessKey: 'the-api', secretKey: 'secret-of-the-api' }
const WORKER = { accessKey: 'the-worker', secretKey: 'secret-of-the-worker' }

let servers: OwnServers
let folder: string
let mc: string
let root: S3Client
let environment: Record<string, string>

const clientOf = ({ accessKey, secretKey }: typeof API): S3Client =>
  new S3Client({
    endpoint: servers.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })

/** Runs the steps of the Job, as Kubernetes does. */
async function makeUsers(): Promise<void> {
  const objects = await render({ settings: { BUCKET_PREFIX: PREFIX } })
  const file = path.join(folder, 'policy.json')
  await writeFile(file, find(objects, 'ConfigMap', 'home-nido-store-users').data?.['policy.json'] ?? '')
  const [pod] = podsOf(objects.filter(({ kind }) => kind === 'Job'))
  for (const { command = [] } of pod ? containersOf(pod) : []) {
    const [, ...words] = command.map((word) =>
      word.replace('/policy/policy.json', file).replace(/^\$\((\w+)\)$/, (_, name: string) => environment[name] ?? ''),
    )
    await promisify(execFile)(mc, words, { env: { ...places.env, ...environment } })
  }
}

beforeAll(async () => {
  mc = await findMc(places)
  servers = await startServers()
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-users-'))
  environment = {
    API_ACCESS_KEY: API.accessKey,
    API_SECRET_KEY: API.secretKey,
    WORKER_ACCESS_KEY: WORKER.accessKey,
    WORKER_SECRET_KEY: WORKER.secretKey,
    MC_HOST_store: servers.s3Endpoint.replace('http://', `http://${servers.keys.accessKey}:${servers.keys.secretKey}@`),
    MC_CONFIG_DIR: path.join(folder, 'mc'),
  }
  root = clientOf(servers.keys)
  await root.send(new CreateBucketCommand({ Bucket: 'of-somebody-else' }))
  await root.send(new PutObjectCommand({ Bucket: 'of-somebody-else', Key: 'a', Body: 'a' }))
  await makeUsers()
})
afterAll(async () => {
  await servers.stop()
  await rm(folder, { recursive: true })
})

it('are made again without a mistake, as by an upgrade', () => expect(makeUsers()).resolves.toBeUndefined())

describe('with the user of the API', () => {
  let nido: Nido
  let person: Client
  beforeAll(async () => {
    const settings = { BUCKET_PREFIX: PREFIX, S3_ACCESS_KEY: API.accessKey, S3_SECRET_KEY: API.secretKey }
    nido = await startNido({ servers, replicas: 1, settings })
    person = await (await nido.adminClient()).makePerson()
  })
  afterAll(() => nido.stop())

  it('everything of the storage is on that is on with its owner', async () => {
    const partsOf = async (site: Nido) => {
      const { parts } = (await (await site.adminClient()).get('/api/status')).json<StatusRecord>()
      return Object.fromEntries(parts.map(({ part, state }) => [part, state]))
    }
    const other = await startNido({ servers, replicas: 1 })
    try {
      // The index and the events of buckets begin some time after the start.
      const begun = (site: Nido) =>
        soon(
          () => partsOf(site),
          (parts) => !Object.values(parts).includes('building'),
        )
      const expected = await begun(other)
      expect(await begun(nido)).toEqual(expected)
      expect(expected).toMatchObject({ bucketEvents: 'ok', restore: 'ok' })
    } finally {
      await other.stop()
    }
  })

  it('files are uploaded, renamed, read in parts, replaced, deleted and restored', async () => {
    ;(await person.post('/api/resources/a/')).expect(200)
    ;(await person.post('/api/resources/a/b.txt', 'first')).expect(200)
    ;(await person.put('/api/resources/a/b.txt', 'second')).expect(200)
    ;(await person.patch('/api/resources/a/?action=rename&destination=%2Fc')).expect(200)
    const part = await person.get('/api/raw/c/b.txt', { headers: { Range: 'bytes=0-2' } })
    expect([part.status, part.text]).toEqual([206, 'sec'])
    ;(await person.patch('/api/resources/c/?action=copy&destination=%2Fd')).expect(200)
    ;(await person.delete('/api/resources/c/')).expect(204)
    const { items } = (await person.get('/api/trash')).json<{ items: { id: string }[] }>()
    expect(items.length).toBeGreaterThan(0)
    ;(await person.get('/api/raw/d/b.txt')).expect(200)
  })

  it('a large file is uploaded in parts, and one that is broken off is removed', async () => {
    const body = Buffer.alloc(20 << 20, 'x')
    ;(await person.post('/api/resources/large.bin', body)).expect(200)
    const tus = { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(body.length) }
    ;(await person.post('/api/tus/broken.bin', '', { headers: tus })).expect(201)
    ;(await person.delete('/api/tus/broken.bin', { headers: { 'Tus-Resumable': '1.0.0' } })).expect(204)
  })
})

describe.each([
  ['API', API],
  ['worker', WORKER],
])('the user of the %s', (_, keys) => {
  const refused = (sent: Promise<unknown>) => expect(sent).rejects.toMatchObject({ name: 'AccessDenied' })

  it('sees and changes nothing in buckets of others, and makes none', async () => {
    const client = clientOf(keys)
    await refused(client.send(new GetObjectCommand({ Bucket: 'of-somebody-else', Key: 'a' })))
    await refused(client.send(new PutObjectCommand({ Bucket: 'of-somebody-else', Key: 'b', Body: 'b' })))
    await refused(client.send(new CreateBucketCommand({ Bucket: 'another' })))
    const { Buckets: buckets = [] } = await client.send(new ListBucketsCommand({}))
    expect(buckets.filter(({ Name: name }) => !name?.startsWith(PREFIX))).toEqual([])
  })

  it('opens no bucket to the world', async () => {
    const client = clientOf(keys)
    const [Bucket, Policy] = [`${PREFIX}home`, '{"Version":"2012-10-17","Statement":[]}']
    for (const command of [new PutBucketPolicyCommand({ Bucket, Policy }), new DeleteBucketPolicyCommand({ Bucket })])
      await expect(client.send(command as PutBucketPolicyCommand)).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('administers nothing', async () => {
    const host = servers.s3Endpoint.replace('http://', `http://${keys.accessKey}:${keys.secretKey}@`)
    const env = { ...places.env, ...environment, MC_HOST_store: host }
    await expect(promisify(execFile)(mc, ['admin', 'user', 'list', 'store'], { env })).rejects.toThrow(/Access Denied/i)
  })
})
