// What operations write down of versions, in the system bucket: which ones a delete took, a copy has pinned, a
// replacement put away.
import { mapParallel } from '../../lib/parallel.ts'
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { sleep } from '../../lib/sleep.ts'
import { MANIFESTS, WORK } from '../own-keys.ts'
import { nameOf } from '../paths.ts'
import type { Scratch } from '../types.ts'

/**
 * One version that was deleted or replaced, or that a copy pins; `name` is relative to the target. Folder markers end
 * in a slash and have no version. `successor`: the version that replaced it.
 */
export interface ManifestEntry {
  bucket: string
  key: string
  name: string
  version: string
  size: number
  successor?: string
}

/** What an entry is known by: the same version may be noted twice. */
export const entryId = ({ key, version }: Pick<ManifestEntry, 'key' | 'version'>): string => `${key} ${version}`

export interface Size {
  count: number
  bytes: number
}

/** How many files there are among keys, and their bytes. Folder markers are none. */
export function sizeOf(entries: Pick<ManifestEntry, 'key' | 'size'>[]): Size {
  const files = entries.filter((entry) => !entry.key.endsWith('/'))
  return { count: files.length, bytes: files.reduce((sum, entry) => sum + entry.size, 0) }
}

/** Names that a note of replaced files tells at first sight. */
export const namesTold = (entries: ManifestEntry[]): string[] =>
  entries.slice(0, NAMES_TOLD).map(({ key }) => nameOf(key))

const workKey = (operationId: string): string => `${WORK}${operationId}.json`

const batchKey = (operationId: string, batchId: string): string => `${MANIFESTS}${operationId}/${batchId}.json`

/**
 * Batches of what lies between: it goes for good with its note, and is nothing that the note tells of or brings back.
 */
const BETWEEN = 'between-'
const isBetween = (key: string): boolean => key.slice(key.lastIndexOf('/') + 1).startsWith(BETWEEN)

/** What one action deleted one by one has a batch for each. */
const PARALLEL = 16

/**
 * Two manifests were seen empty at one moment of great load, and whole a moment later: MinIO tells a folder as empty
 * that it could not look into.
 */
const LOOK_AGAIN_MS = [50, 100, 200, 400]

const entriesIn = (body: Buffer | null): ManifestEntry[] =>
  body ? (JSON.parse(body.toString('utf8')) as ManifestEntry[]) : []

interface Batch {
  batchId: string
  entries: ManifestEntry[]
}

/** Manifests: each batch a new object, so that nobody overwrites a part. */
export class Manifests {
  readonly #scratch: Scratch

  constructor(scratch: Scratch) {
    this.#scratch = scratch
  }

  async add(operationId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    await this.#scratch.put(batchKey(operationId, batchId), Buffer.from(JSON.stringify(entries)))
  }

  /**
   * All entries of an operation's batches, each once. Where none is found that is looked at again for most of a second,
   * unless it is as likely as not: who believed it would forget what the trash holds.
   */
  async read(operationId: string, { mayBeEmpty = false } = {}): Promise<ManifestEntry[]> {
    for (const pause of mayBeEmpty ? [] : LOOK_AGAIN_MS) {
      const entries = await this.#look(operationId)
      if (entries.length > 0) return entries
      await sleep(pause)
    }
    return this.#look(operationId)
  }

  /**
   * Writes down what an operation is to work on: the versions that a copy pins, or what of a note comes back. Done
   * again, it is the same.
   */
  async keepWork(operationId: string, entries: ManifestEntry[]): Promise<void> {
    await this.#scratch.put(workKey(operationId), Buffer.from(JSON.stringify(entries)))
  }

  /** What `keepWork` wrote down; null for nothing. */
  async work(operationId: string): Promise<ManifestEntry[] | null> {
    // An earlier Nido kept what copies pin among the manifests of notes.
    const body =
      (await this.#scratch.get(workKey(operationId))) ?? (await this.#scratch.get(batchKey(operationId, 'pinned')))
    return body && (JSON.parse(body.toString('utf8')) as ManifestEntry[])
  }

  async dropWork(operationIds: string[]): Promise<void> {
    await this.#scratch.delete(operationIds.map(workKey))
  }

  /** Ids of all operations that have something written down. */
  async works(): Promise<string[]> {
    return (await this.#scratch.list(WORK)).map((key) => key.slice(WORK.length).replace(/\.json$/, ''))
  }

  /** The entries of batches whose ids begin so: of one delete among those that a note has. */
  readBatches(operationId: string, batchId: string): Promise<ManifestEntry[]> {
    return this.#look(operationId, batchId)
  }

  async #look(operationId: string, batchId = ''): Promise<ManifestEntry[]> {
    const all = await this.#lookAtAll(operationId, batchId)
    return [...new Map(all.map((entry) => [entryId(entry), entry])).values()]
  }

  async #lookAtAll(operationId: string, batchId: string): Promise<ManifestEntry[]> {
    const keys = (await this.#scratch.list(`${MANIFESTS}${operationId}/${batchId}`)).filter(
      (key) => isBetween(key) === (batchId === BETWEEN),
    )
    const bodies = await mapParallel(keys, PARALLEL, (key) => this.#scratch.get(key))
    return bodies.flatMap(entriesIn)
  }

  /**
   * All entries of a note by one look, also several of one version: each write that was about to replace it has noted
   * it.
   */
  readAll(noteId: string): Promise<ManifestEntry[]> {
    return this.#lookAtAll(noteId, '')
  }

  /**
   * Changes entries, or takes those out for which `edit` answers null. It goes batch by batch, so that nothing is lost
   * that is added meanwhile; a crash between leaves some entries as they were. `newId`: a new one each time.
   */
  async change(noteId: string, newId: string, edit: (entry: ManifestEntry) => ManifestEntry | null): Promise<void> {
    const keys = (await this.#scratch.list(`${MANIFESTS}${noteId}/`)).filter((key) => !isBetween(key))
    await mapParallel(keys, PARALLEL, async (key, index) => {
      const before = entriesIn(await this.#scratch.get(key))
      const after = before.map(edit)
      if (after.every((entry, at) => entry === before[at])) return
      const left = after.filter((entry) => entry !== null)
      if (left.length > 0) await this.add(noteId, `${newId}-${index}`, left)
      await this.#scratch.delete([key])
    })
  }

  /**
   * Writes down versions that an action has put on top of what it replaced and replaced again itself: of each file its
   * note has the version before all of it.
   */
  async addBetween(noteId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    await this.add(noteId, `${BETWEEN}${batchId}`, entries)
  }

  readBetween(noteId: string): Promise<ManifestEntry[]> {
    return this.#look(noteId, BETWEEN)
  }

  /** Puts one batch in the place of all that `addBetween` wrote down; without entries all of it goes. */
  async replaceBetween(noteId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    const before = await this.#scratch.list(`${MANIFESTS}${noteId}/${BETWEEN}`)
    if (before.length === 0) return
    if (entries.length > 0) await this.addBetween(noteId, batchId, entries)
    await this.#scratch.delete(before.filter((key) => key !== batchKey(noteId, `${BETWEEN}${batchId}`)))
  }

  /** Whether a batch is there whose id begins so. */
  async has(operationId: string, batchId: string): Promise<boolean> {
    return (await this.#scratch.list(batchKey(operationId, batchId).slice(0, -'.json'.length))).length > 0
  }

  async remove(operationId: string): Promise<void> {
    await this.#scratch.delete(await this.#scratch.list(`${MANIFESTS}${operationId}/`))
  }

  /**
   * Puts one batch in the place of all whose ids begin as told: those of one delete. A crash between leaves some
   * entries twice, which harms nothing.
   */
  async replaceBatches(noteId: string, begin: string, { batchId, entries }: Batch): Promise<void> {
    const before = await this.#scratch.list(`${MANIFESTS}${noteId}/${begin}`)
    await this.add(noteId, batchId, entries)
    await this.#scratch.delete(before)
  }
}
