// Nido as a person uses it. With several replicas, writes go to the first one and reads to the last.
import { setTimeout as sleep } from 'node:timers/promises'
import { placeOfScope } from '../../../backend/src/storage/paths.ts'
import { hasEnded, type OperationList } from '../../../backend/contract/operations.ts'
import type { FolderResource } from '../../../backend/contract/resources.ts'
import type { Trash } from '../../../backend/contract/trash.ts'
import type { Client } from '../../helpers/client.ts'
import type { Nido } from '../../helpers/nido.ts'
import { happens } from '../../helpers/until.ts'
import { exchange, type Sent } from '../wire.ts'
import { putMany } from './snowball.ts'
import { type Body, PATIENCE_MS, type Subject } from './subject.ts'

/** Longer than a look at a folder of many files. */
const UNCHANGED_MS = 2_000
const TUS = { 'Tus-Resumable': '1.0.0' }
const CHUNK = { 'Content-Type': 'application/offset+octet-stream' }
const compressed = { headers: { 'Accept-Encoding': 'br, gzip' } }

const sizeOf = (body: Body): number =>
  Buffer.isBuffer(body) ? body.length : body.reduce((sum, { length }) => sum + length, 0)

/** Nido as one person. Its own time for each call ends with the last byte of the answer. */
export function nidoOf(nido: Nido, person: Client, name = 'nido'): Subject {
  // Those that are started later are not its own.
  const [urls, pids] = [nido.urls, nido.replicas.map(({ pid }) => pid)]
  const headersOf = (headers = {}) => ({ 'X-Auth': person.token, ...headers })
  const ask = (url: string | undefined, path: string, sent: Sent = {}) =>
    exchange(`${url}/api${path}`, { ...sent, headers: headersOf(sent.headers) })
  const write = (path: string, sent: Sent) => ask(urls[0], path, sent)
  const read = (path: string, sent: Sent = {}) => ask(urls.at(-1), path, sent)
  const readText = async (path: string) => (await read(path, { isKept: true })).body.toString()
  const change = (action: string, from: string, to: string) =>
    write(`/resources/${from}?action=${action}&destination=${encodeURIComponent(`/${to}`)}`, { method: 'PATCH' })
  const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
  const operations = async () => (JSON.parse(await readText('/operations')) as OperationList).items
  const trash = async () => (JSON.parse(await readText('/trash')) as Trash).items
  // A delete is told by its note before it is among the operations.
  const isSettled = async () => (await operations()).every(hasEnded) && (await trash()).every(({ pending }) => !pending)
  // The index hears of what others put into the bucket, or finds it on its own.
  const known = async (folder: string, count: number) => {
    const isKnown = new RegExp(`"files":${count}\\b`)
    const isThere = async () => isKnown.test(await readText(`/storage/map/${folder}`).catch(() => ''))
    await happens(isThere, `${count} files of ${folder} are known`, PATIENCE_MS)
  }
  // A folder that is listed is looked at behind that, which finds the exact times of what events have told.
  const isUnchanged = async (folder: string): Promise<boolean> => {
    const tagOf = async () => (await read(`/resources/${folder}/`, compressed)).headers.etag
    const before = await tagOf()
    await sleep(UNCHANGED_MS)
    return before !== undefined && (await tagOf()) === before
  }
  return {
    name,
    pids: () => pids,
    put: (path, body) => write(`/resources/${path}`, { method: 'POST', body }),
    get: (path, headers = {}) => read(`/raw/${path}`, { headers }),
    list: (folder) => read(`/resources/${folder}/`, compressed),
    putInChunks: (path, chunks) => putByTus(write, path, chunks),
    replace: (path, body) => write(`/resources/${path}`, { method: 'PUT', body }),
    info: (path) => read(`/resources/${path}`),
    head: (path) => read(`/raw/${path}`, { method: 'HEAD' }),
    usage: (folder) => read(`/usage/${folder}`),
    search: (folder, words) => read(`/search/${folder}/?query=${words}`),
    rename: (from, to) => change('rename', from, to),
    copy: (from, to) => change('copy', from, to),
    remove: (path) => write(`/resources/${path}`, { method: 'DELETE' }),
    restore: async () => {
      const [last] = await trash()
      return write(`/trash/${last?.id}/restore`, { method: 'POST' })
    },
    seen: (folder, name) => {
      const isListed = async () => {
        const { items } = JSON.parse(await readText(`/resources/${folder}/`)) as FolderResource
        return items.some((item) => item.name === name)
      }
      return happens(isListed, `${name} is seen`, PATIENCE_MS)
    },
    zip: (folder) => read(`/raw/${folder}?algo=zip`),
    hash: (path, algorithm = 'sha256') => read(`/resources/${path}?checksum=${algorithm}`),
    thumb: (path) => read(`/preview/thumb/${path}`),
    map: (folder) => read(`/storage/map/${folder}`),
    roms: () => read('/gb/roms', compressed),
    known,
    fill: async (paths) => {
      await putMany(nido.servers, bucket, paths)
      await known(paths[0]?.split('/')[0] ?? '', paths.length)
    },
    unchanging: (folder) => happens(() => isUnchanged(folder), `${folder} stays the same`, PATIENCE_MS),
    settle: () => happens(isSettled, 'all operations have ended', PATIENCE_MS),
    callOff: async () => {
      const running = (await operations()).filter(({ canCancel }) => canCancel)
      for (const { id } of running) await write(`/operations/${id}`, { method: 'DELETE' })
    },
  }
}

type Write = (path: string, sent: Sent) => Promise<unknown>

async function putByTus(write: Write, path: string, chunks: readonly Body[]): Promise<void> {
  const call = `/tus/${path}?override=false`
  const whole = chunks.reduce((sum, chunk) => sum + sizeOf(chunk), 0)
  await write(call, { method: 'POST', headers: { ...TUS, 'Upload-Length': String(whole) } })
  let offset = 0
  for (const body of chunks) {
    await write(call, { method: 'PATCH', body, headers: { ...TUS, ...CHUNK, 'Upload-Offset': String(offset) } })
    offset += sizeOf(body)
  }
}
