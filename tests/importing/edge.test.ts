// Two API processes, two workers and two webs behind what stands at the edge of a cluster, with the settings, the
// configuration of web and the Ingress that the chart renders. They are plain processes: a Service is a list of them.
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ImportDetails, ImportsStarted } from '../../backend/contract/imports.ts'
import { hasEnded, type OperationRecord } from '../../backend/contract/operations.ts'
import { CHART, containerOf, find, type KubeObject, render, variable } from '../chart/helm.ts'
import { Client, PASSWORD } from '../helpers/client.ts'
import { type Edge, startEdge } from '../helpers/edge.ts'
import { LivePage } from '../helpers/live.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { happens, soon, until } from '../helpers/until.ts'
import { startWeb, type Web } from '../helpers/web.ts'
import { dripping, type MediaSite, startMediaSite } from './media-site.ts'

const MIB = 1 << 20
/** More than any buffer on the way. */
const FILE = randomBytes(24 * MIB)
const IMPORTED = randomBytes(2 * MIB)
const FAILURES = 4
const TUS = { 'Tus-Resumable': '1.0.0' }

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const VALUES = {
  web: { replicas: 2 },
  api: { replicas: 2 },
  worker: { replicas: 2 },
  // All processes are on this machine; in a cluster these are the networks of the pods.
  trustedProxies: ['127.0.0.1/32'],
  ingress: { hosts: ['localhost'], tls: [] },
  settings: { LOGIN_FAILURES: String(FAILURES), IMPORT_PRIVATE_ADDRESSES: '127.0.0.1', UPLOAD_EXPIRY: '1h' },
}
/** Settings that name places, of which each is another one here. */
const PLACES = ['S3_ENDPOINT', 'S3_REGION', 'MONGO_URL', 'WORKER_DIR', 'WORKER_PORT', 'METRICS_PORT', 'METRICS_HOST']

function settingsIn(objects: KubeObject[], kind: string, name: string): Record<string, string> {
  const container = containerOf(objects, kind, name)
  const plain = (container.env ?? []).filter(({ name: own, value }) => value !== undefined && !PLACES.includes(own))
  return Object.fromEntries(plain.map(({ name: own }) => [own, variable(container, own) ?? '']))
}

function ingressIn(objects: KubeObject[]) {
  const { metadata, spec } = find(objects, 'Ingress', 'home-nido-web')
  const rules = (spec as unknown as { rules: { host: string; http: { paths: { path: string }[] } }[] }).rules
  return {
    annotations: metadata.annotations ?? {},
    host: rules[0]?.host ?? '',
    path: rules[0]?.http.paths[0]?.path ?? '',
  }
}

describe.each([
  ['nginx', 'ingress-nginx'],
  ['haproxy', 'ingress-haproxy'],
] as const)('behind %s', (kind, values) => {
  let objects: KubeObject[]
  let nido: Nido
  let workers: NidoProcess[]
  let webs: Web[]
  let edge: Edge
  let site: MediaSite
  let base: string
  let person: Client

  beforeAll(async () => {
    site = await startMediaSite()
    objects = await render(VALUES, [path.join(CHART, 'ci', `${values}-values.yaml`)])
    const settings = settingsIn(objects, 'Deployment', 'home-nido-api')
    base = settings['BASE_URL'] ?? ''
    nido = await startNido({ replicas: 2, settings })
    const ofWorker = settingsIn(objects, 'StatefulSet', 'home-nido-worker')
    workers = [await nido.addWorker(ofWorker), await nido.addWorker(ofWorker)]
    const configuration = find(objects, 'ConfigMap', 'home-nido-web').data?.['nginx.conf']
    const options = { apis: nido.urls, base, configuration }
    webs = [await startWeb(options), await startWeb(options)]
    edge = await startEdge(kind, { ingress: ingressIn(objects), webs: webs.map(({ url }) => url) })
    const made = await (await nido.adminClient()).makePerson({ perm: { importYouTube: true } })
    person = await outside().signIn(made.username, PASSWORD)
  }, 240_000)
  afterAll(async () => {
    await edge.stop()
    await Promise.all(webs.map((web) => web.stop()))
    await nido.stop()
    await site.stop()
  })

  const address = (of = edge) => `http://localhost:${of.port}${base}`
  const outside = (of = edge) => new Client([{ url: address(of), isRunning: () => true }])
  /** A replica itself, as the same person. */
  const directly = (replica: number, token = person.token) => new Client([nido.replicas[replica] ?? never()], token)

  it('only those who ask for the host of the Ingress reach it', async () => {
    expect((await person.get('/')).expect(200).text).toContain(`${base}/static/assets/`)
    expect((await fetch(`http://127.0.0.1:${edge.port}${base}/`)).status).toBe(404)
  })

  it('a file of no known length goes up and comes down, whole and in ranges, and is kept nowhere', async () => {
    ;(await person.post('/api/resources/film.bin', Readable.from(chunksOf(FILE)))).expect(200)
    expect(hash((await person.get('/api/raw/film.bin')).expect(200).body)).toBe(hash(FILE))
    const part = await person.get('/api/raw/film.bin', { headers: { Range: 'bytes=1000-1999' } })
    expect([part.status, part.body.equals(FILE.subarray(1000, 2000))]).toEqual([206, true])
    const kept = [edge, ...webs].flatMap(({ folder }) => ['body', 'proxy'].map((name) => path.join(folder, name)))
    for (const folder of kept) expect(await readdir(folder).catch(() => [])).toEqual([])
  })

  it('an upload in parts goes on at any replica, also after a broken connection', async () => {
    const at = '/api/tus/by-parts.bin'
    const made = await person.post(at, '', { headers: { ...TUS, 'Upload-Length': String(FILE.length) } })
    expect([made.status, made.headers.location]).toEqual([201, expect.stringContaining(`${base}${at}`)])
    const offsetOf = async (client: Client) =>
      Number((await client.head(at, { headers: TUS })).expect(200).headers['upload-offset'])
    const send = (client: Client, offset: number, body: Buffer | Readable, signal?: AbortSignal) => {
      const headers = { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' }
      return client.patch(at, body, { headers, ...(signal && { signal }) })
    }
    const senders = [person, directly(0), directly(1), person]
    for (const [turn, sender] of senders.entries()) {
      const offset = turn * 5 * MIB
      const sent = await send(sender, offset, FILE.subarray(offset, offset + 5 * MIB))
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(offset + 5 * MIB)])
      expect(await offsetOf(directly(turn % 2))).toBe(offset + 5 * MIB)
    }
    const breaking = new AbortController()
    const half = Readable.from(brokenOff(FILE.subarray(20 * MIB), breaking))
    await expect(send(person, 20 * MIB, half, breaking.signal)).rejects.toThrow('abort')
    // What has come is taken down first, and holds the upload until then.
    const takeRest = async () => {
      const offset = await offsetOf(person)
      return (await send(person, offset, FILE.subarray(offset))).status === 204
    }
    await happens(takeRest, 'the rest is taken')
    for (const client of [person, directly(0), directly(1)])
      expect(hash((await client.get('/api/raw/by-parts.bin')).expect(200).body)).toBe(hash(FILE))
  })

  it('a rename of a folder is answered early, followed and seen by all', async () => {
    for (let at = 0; at < 30; at += 1) (await person.post(`/api/resources/box/${at}.txt`, `text ${at}`)).expect(200)
    const headers = { Prefer: 'respond-async' }
    const begun = (
      await person.patch('/api/resources/box?action=rename&destination=%2Fchest', undefined, { headers })
    ).expect(202)
    const location = String(begun.headers.location)
    expect(location).toContain(`${base}/api/operations/`)
    const id = location.slice(location.lastIndexOf('/') + 1)
    const record = async () => (await person.get(`/api/operations/${id}`)).expect(200).json<OperationRecord>()
    expect(await soon(record, hasEnded)).toMatchObject({ state: 'done', itemsDone: 30 })
    for (const client of [person, directly(0), directly(1)]) {
      expect((await client.get('/api/resources/chest/29.txt')).status).toBe(200)
      expect((await client.get('/api/resources/box/')).status).toBe(404)
    }
  })

  it('pages hear at once what happens at either replica', async () => {
    const page = await LivePage.open(address(), person.token)
    for (const replica of [0, 1]) {
      ;(await directly(replica).post(`/api/resources/heard-${replica}.txt`, 'heard')).expect(200)
      await page.hearsOf(`/heard-${replica}.txt`)
    }
    await page.close()
  })

  it('who signs out at one replica is signed out everywhere, with open pages', async () => {
    const guest = await outside().signIn(person.username, PASSWORD)
    const page = await LivePage.open(address(), guest.token)
    for (const replica of [0, 1]) expect((await directly(replica, guest.token).get('/api/sessions')).status).toBe(200)
    ;(await guest.post('/api/logout')).expect(204)
    for (const client of [guest, directly(0, guest.token), directly(1, guest.token), guest])
      expect((await client.get('/api/sessions')).status).toBe(401)
    await happens(() => page.isClosed, 'the page is closed')
    expect((await person.get('/api/sessions')).status).toBe(200)
  })

  it('limits count for both replicas together, and for each address of a client', async () => {
    const { username } = await (await nido.adminClient()).makePerson()
    const tryFrom = (localAddress: string, password: string) =>
      ask({ port: edge.port, path: `${base}/api/login`, localAddress }, { username, password, recaptcha: '' })
    const statuses: number[] = []
    for (let tries = 0; tries < FAILURES + 2; tries += 1) statuses.push(await tryFrom('127.0.0.9', 'a wrong password'))
    expect(statuses).toEqual([...Array.from({ length: FAILURES }, () => 403), 429, 429])
    expect(await tryFrom('127.0.0.10', PASSWORD)).toBe(200)
    expect(await tryFrom('127.0.0.9', PASSWORD)).toBe(429)
  })

  it('imports are carried out by both workers, and go on when one is killed', async () => {
    const headers = { 'content-type': 'application/octet-stream', etag: '"one"' }
    for (const name of ['one', 'two'])
      site.pages.set(`/${name}.bin`, dripping({ bytes: IMPORTED, piece: 64 * 1024, everyMs: 200, headers }))
    const links = ['one', 'two'].map((name) => `${site.url}/${name}.bin`)
    const { items } = (await person.post('/api/imports', { links })).expect(200).json<ImportsStarted>()
    const look = async (id: string) => (await person.get(`/api/imports/${id}`)).expect(200).json<ImportDetails>()
    const areRunning = async () =>
      (await Promise.all(items.map(({ id }) => look(id)))).every((one) => one.downloaded > 0)
    await happens(areRunning, 'both are under way')
    await workers[0]?.kill()
    for (const { id } of items) {
      const ended = await soon(
        () => look(id),
        ({ state }) => ['done', 'failed'].includes(state),
        120_000,
      )
      expect(ended).toMatchObject({ state: 'done' })
      expect(hash((await person.get(`/api/raw${ended.result}`)).expect(200).body)).toBe(hash(IMPORTED))
    }
  }, 180_000)

  it('nobody on the way complains', () => {
    const complaints = [edge, ...webs].flatMap(({ log }) =>
      log.filter((line) => /warn|error|crit|alert|emerg/i.test(line)),
    )
    // A connection that the test itself broke.
    expect(complaints.filter((line) => !/prematurely closed|reset by peer/.test(line))).toEqual([])
  })

  if (kind === 'nginx')
    it('without the preset, a large upload would be refused', async () => {
      const bare = await render({ ...VALUES, ingress: { ...VALUES.ingress, enabled: true, preset: 'none' } })
      const other = await startEdge(kind, {
        ingress: { ...ingressIn(bare), path: base },
        webs: webs.map(({ url }) => url),
      })
      const client = outside(other)
      client.token = person.token
      expect(await until(async () => (await client.post('/api/resources/large.bin', FILE)).status === 413)).toBe(true)
      await other.stop()
    })
})

function never(): never {
  throw new Error('there is no such replica')
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 << 10) yield bytes.subarray(at, at + (64 << 10))
}

/** Half of the bytes; then the connection breaks. */
async function* brokenOff(bytes: Buffer, connection: AbortController): AsyncGenerator<Buffer> {
  yield* chunksOf(bytes.subarray(0, bytes.length / 2))
  connection.abort()
  await new Promise(() => undefined)
}

/** The status of a POST from an address of this machine. */
function ask(to: { port: number; path: string; localAddress: string }, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = { Host: `localhost:${to.port}`, 'Content-Length': Buffer.byteLength(text) }
    http
      .request({ ...to, host: '127.0.0.1', method: 'POST', headers, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      .on('error', reject)
      .end(text)
  })
}
