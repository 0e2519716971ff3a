// Carries out a step over HTTP and records the answer.
import { UPLOAD_HEADER } from '../../backend/contract/headers.ts'
import { encodePath, type Client, type RequestOptions } from '../helpers/client.ts'
import type { FileVersion } from '../../backend/contract/trash.ts'
import type { FileResource, FolderResource } from '../../backend/contract/resources.ts'
import { ask, type Reply } from './asking.ts'
import type { Contents, Size } from './contents.ts'
import type { Answered, Seen, Step, Wish } from './steps.ts'

const CHUNK_TYPE = 'application/offset+octet-stream'
/** A client that hangs up does so after this long at the latest. */
const HANG_UP_MS = 60

type Told = Omit<Answered, 'step' | 'start' | 'end'>
type Of<K extends Wish['kind']> = Extract<Wish, { kind: K }>
type Send = (method: string, path: string, options?: RequestOptions) => Promise<Reply>

export interface Carrying {
  client: Client
  contents: Contents
  /** Milliseconds since the run started. */
  now(): number
}

const resource = (path: string) => `/api/resources${encodePath(path)}`
const tus = (path: string) => `/api/tus${encodePath(path)}`

/** Where a chunk begins and ends, and the name of its upload. */
interface Chunk {
  from: number
  to: number
  upload: string
}

/** The name that an upload was given at its start. */
const uploadIn = ({ headers }: Reply): string => String(headers[UPLOAD_HEADER.toLowerCase()])

/** Carries out a step. The earlier answers of the round say which note it means. */
export async function carryOut(
  { client, contents, now }: Carrying,
  step: Step,
  before: readonly Answered[],
): Promise<Answered> {
  const start = now()
  const headers: Record<string, string> = step.action === '' ? {} : { 'X-Action': step.action }
  const send: Send = (method, path, options = {}) =>
    ask(client, method, path, {
      replica: step.replica,
      ...options,
      headers: { ...headers, ...options.headers },
      ...(step.isLost && { signal: AbortSignal.timeout(HANG_UP_MS) }),
    })
  const told = await new Carrier(send, contents).carry(withNote(step.wish, before))
  return {
    step,
    start,
    end: told.status === 0 || told.status === 423 || told.status >= 500 ? Infinity : now(),
    ...told,
  }
}

function withNote(wish: Wish, before: readonly Answered[]): Wish {
  if ((wish.kind !== 'restore' && wish.kind !== 'purge') || !wish.note.startsWith('?')) return wish
  return { ...wish, note: before.find(({ step }) => `?${step.id}` === wish.note)?.note ?? 'none' }
}

class Carrier {
  readonly #send: Send
  readonly #contents: Contents

  constructor(send: Send, contents: Contents) {
    this.#send = send
    this.#contents = contents
  }

  async carry(wish: Wish): Promise<Told> {
    switch (wish.kind) {
      case 'post':
        return this.#status('POST', `${resource(wish.path)}${wish.isOverride ? '?override=true' : ''}`, {
          body: this.#contents.bytesOf(wish.size),
        })
      case 'put':
        return this.#status('PUT', resource(wish.path), { body: this.#contents.bytesOf(wish.size) })
      case 'folder':
        return this.#status('POST', `${resource(wish.path)}/`)
      case 'delete':
        return this.#delete(wish.path)
      case 'rename':
      case 'copy':
        return this.#transfer(wish)
      case 'restore':
        return this.#restore(wish)
      case 'purge':
        return { ...(await this.#status('DELETE', `/api/trash/${wish.note}`)), note: wish.note }
      case 'tus':
        return this.#upload(wish)
      case 'stream':
        return this.#stream(wish)
      case 'version':
        return this.#version(wish)
      case 'look':
        return this.#look(wish.path)
    }
  }

  async #status(method: string, path: string, options?: RequestOptions): Promise<Told> {
    return { status: (await this.#send(method, path, options)).status }
  }

  async #delete(path: string): Promise<Told> {
    const { status, headers } = await this.#send('DELETE', resource(path))
    const note = headers['x-trash-note']
    return { status, ...(typeof note === 'string' && { note }) }
  }

  #transfer({ kind, path, to, mode }: Of<'rename' | 'copy'>): Promise<Told> {
    const flag = mode === 'plain' ? '' : `&${mode}=true`
    const query = `action=${kind}&destination=${encodeURIComponent(encodePath(to))}${flag}`
    return this.#status('PATCH', `${resource(path)}?${query}`)
  }

  async #restore({ note, names, to, conflict }: Of<'restore'>): Promise<Told> {
    const body = { conflict, ...(names && { paths: names }), ...(to !== undefined && { to }) }
    return {
      ...(await this.#status('POST', `/api/trash/${note}/restore`, {
        body,
        headers: { 'Content-Type': 'application/json' },
      })),
      note,
    }
  }

  /** The bytes of the file between two offsets, as one chunk of the upload of that name. */
  #chunk(path: string, bytes: Buffer, { from, to, upload }: Chunk): Promise<Reply> {
    return this.#send('PATCH', tus(path), {
      body: bytes.subarray(from, to),
      headers: { 'Content-Type': CHUNK_TYPE, 'Upload-Offset': String(from), [UPLOAD_HEADER]: upload },
    })
  }

  async #upload({ path, size, isOverride, chunks }: Of<'tus'>): Promise<Told> {
    const begun = await this.#send('POST', `${tus(path)}?override=${isOverride}`, {
      headers: { 'Upload-Length': String(size) },
    })
    if (begun.status !== 201) return { status: begun.status }
    const upload = uploadIn(begun)
    const bytes = this.#contents.bytesOf(size)
    const ends = Array.from({ length: chunks }, (_, index) => Math.ceil((size * (index + 1)) / chunks))
    let status = 0
    for (const [index, end] of ends.entries()) {
      ;({ status } = await this.#chunk(path, bytes, { from: ends[index - 1] ?? 0, to: end, upload }))
      if (status !== 204) break
    }
    return { status, upload }
  }

  async #stream({ path, sizes, isOverride, isDropped, looks }: Of<'stream'>): Promise<Told> {
    const begun = await this.#send('POST', `${tus(path)}?override=${isOverride}`)
    if (begun.status !== 201) return { status: begun.status }
    const upload = uploadIn(begun)
    const bytes = this.#contents.bytesOf(sizes.at(-1) ?? 0)
    let reached: Size = 0
    for (const [index, size] of sizes.entries()) {
      const { status } = await this.#chunk(path, bytes, { from: reached, to: size, upload })
      if (status !== 204)
        return {
          status: status >= 500 || status === 423 || reached === 0 ? status : 0,
          upload,
          ...(reached > 0 && { size: reached }),
        }
      reached = size
      if (looks[index]) {
        const { seen } = await this.#look(path)
        if (seen !== undefined && !(seen && 'size' in seen && seen.size === reached))
          return {
            status: 204,
            size: reached,
            trouble: `the first ${reached} bytes were acknowledged and are not to be seen`,
          }
      }
    }
    if (!isDropped) return { status: 204, size: reached }
    const { status } = await this.#send('DELETE', tus(path), { headers: { [UPLOAD_HEADER]: upload } })
    return status === 204 ? { status, isDropped: true } : { status: 0, upload }
  }

  /** Restores the version at a depth counted from the newest; the oldest if there are fewer. */
  async #version({ path, depth }: Of<'version'>): Promise<Told> {
    const listed = await this.#send('GET', `/api/versions${encodePath(path)}`)
    if (listed.status !== 200) return { status: listed.status }
    const { items } = listed.json() as { items: FileVersion[] }
    const unknown = items.find(({ size }) => !this.#contents.isKnown(size))
    if (unknown) return { status: 200, trouble: `a version of ${unknown.size} bytes that nobody wrote` }
    const wanted = items[Math.min(depth, items.length - 1)]
    if (!wanted) return { status: 200, trouble: 'a file without versions' }
    return {
      ...(await this.#status('PATCH', `${resource(path)}?action=restore&version=${encodeURIComponent(wanted.id)}`)),
      size: wanted.size,
    }
  }

  async #look(path: string): Promise<Told> {
    const reply = await this.#send('GET', resource(path))
    if (reply.status === 404) return { status: 200, seen: null }
    if (reply.status !== 200) return { status: reply.status }
    const found = reply.json() as FileResource | FolderResource
    return { status: 200, ...seenIn(found, this.#contents) }
  }
}

function seenIn(found: FileResource | FolderResource, contents: Contents): { seen: Seen; trouble?: string } {
  if ('items' in found)
    return { seen: { items: new Map(found.items.map(({ name, isDir, size }) => [name, isDir ? null : size])) } }
  const isRight = found.content === undefined || contents.of(Buffer.from(found.content)) === found.size
  return {
    seen: { size: found.size },
    ...(!isRight && { trouble: `the bytes are not those of content ${found.size}` }),
  }
}
