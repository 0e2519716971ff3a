// Notes of the trash that have left the database: each is an object of the system bucket, told by empty ones.
import { mapParallel } from '../../lib/parallel.ts'
import type { StorageCore } from '../core.ts'
import { listPages } from '../listing.ts'
import { namesAbove } from '../names.ts'
import { NOTES_BY_TIME } from '../own-keys.ts'
import { place } from '../paths.ts'
import type { Scratch } from '../types.ts'
import { fileFolder, idOfOrder, isNoteId, type NoteDocument, noteKey, orderAt, timeFolder } from './note-keys.ts'

const PARALLEL = 16

type SpillCore = Pick<StorageCore, 'clients' | 'systemBucket'>

export class SpilledNotes {
  readonly #core: SpillCore
  readonly #scratch: Scratch

  constructor(core: SpillCore, scratch: Scratch) {
    this.#core = core
    this.#scratch = scratch
  }

  async note(id: string): Promise<NoteDocument | null> {
    if (!isNoteId(id)) return null
    const body = await this.#scratch.get(noteKey(id))
    return body && (JSON.parse(body.toString('utf8')) as NoteDocument)
  }

  /** The places of the newest notes of a bucket after one of them, `most` at most. */
  async orders(bucket: string, { after, most }: { after: string; most: number }): Promise<string[]> {
    const folder = timeFolder(bucket)
    const orders: string[] = []
    const options = { bare: true, ...(after && { after: folder + after }) }
    for await (const { objects } of listPages(this.#core.clients, {
      bucket: this.#core.systemBucket,
      prefix: folder,
      ...options,
    })) {
      orders.push(...objects.map(({ key }) => key.slice(folder.length)))
      if (orders.length >= most) break
    }
    return orders.slice(0, most)
  }

  /** All notes of a bucket but those that are known, in no order. */
  async *all(bucket: string, known: ReadonlySet<string>): AsyncGenerator<NoteDocument> {
    const { clients, systemBucket } = this.#core
    const folder = timeFolder(bucket)
    for await (const { objects } of listPages(clients, { bucket: systemBucket, prefix: folder, bare: true })) {
      const ids = objects.map(({ key }) => idOfOrder(key.slice(folder.length))).filter((id) => !known.has(id))
      const notes = await mapParallel(ids, PARALLEL, (id) => this.note(id))
      yield* notes.filter((note) => note !== null)
    }
  }

  /** Ids of notes of a bucket that were made before a time, `most` at most. */
  async before(bucket: string, time: number, most: number): Promise<string[]> {
    const orders = await this.orders(bucket, { after: orderAt(time - 1), most })
    const isThere = await mapParallel(orders, PARALLEL, async (order) => (await this.note(idOfOrder(order))) !== null)
    // Left by a crash: they tell of nothing.
    await this.#scratch.delete(orders.filter((_, index) => !isThere[index]).map((order) => timeFolder(bucket) + order))
    return orders.filter((_, index) => isThere[index]).map(idOfOrder)
  }

  /** The buckets that have such notes. */
  async *buckets(): AsyncGenerator<string> {
    const { clients, systemBucket } = this.#core
    for await (const { prefixes } of listPages(clients, {
      bucket: systemBucket,
      prefix: NOTES_BY_TIME,
      bare: true,
      delimiter: true,
    }))
      yield* prefixes.map((prefix) => prefix.slice(NOTES_BY_TIME.length, -1))
  }

  /** Ids of notes of several replaced files that may tell of some at or below a place. */
  async idsAround({ bucket, path }: Pick<NoteDocument, 'bucket' | 'path'>): Promise<string[]> {
    const around = await mapParallel(['', ...namesAbove(place(bucket, path))], PARALLEL, (folder) =>
      this.#idsJustIn(fileFolder(bucket, folder)),
    )
    return [...new Set([...around.flat(), ...(await this.idsIn(fileFolder(bucket, path)))])]
  }

  async #idsJustIn(folder: string): Promise<string[]> {
    const { clients, systemBucket } = this.#core
    const ids: string[] = []
    for await (const { objects } of listPages(clients, {
      bucket: systemBucket,
      prefix: folder,
      bare: true,
      delimiter: true,
    })) {
      ids.push(...objects.map(({ key }) => key.slice(folder.length)))
    }
    return ids
  }

  /** Ids of all notes that are told at or below a folder. */
  async idsIn(folder: string): Promise<string[]> {
    return (await this.#scratch.list(folder)).map((key) => key.slice(key.lastIndexOf('/') + 1))
  }
}
