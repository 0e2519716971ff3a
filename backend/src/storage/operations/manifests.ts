// What operations write down of versions, in the system bucket: which ones a delete took, a copy has pinned, a
// replacement put away.
import { mapParallel } from '../../lib/parallel.ts'
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { sleep } from '../../lib/sleep.ts'
import { mergeBatches } from './batch-merge.ts'
import { MANIFESTS } from '../own-keys.ts'
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

/** How much a note has, and the names that it tells at first sight. */
export interface Tally extends Size {
  names: string[]
}

async function tallyOf(entries: AsyncIterable<ManifestEntry>): Promise<Tally> {
  const first: ManifestEntry[] = []
  const total: Size = { count: 0, bytes: 0 }
  for await (const entry of entries) {
    const { count, bytes } = sizeOf([entry])
    total.count += count
    total.bytes += bytes
    if (first.length < NAMES_TOLD) first.push(entry)
  }
  return { ...total, names: namesTold(first) }
}

/** Names that a note of replaced files tells at first sight. */
export const namesTold = (entries: ManifestEntry[]): string[] =>
  entries.slice(0, NAMES_TOLD).map(({ key }) => nameOf(key))

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
   * The entries of batches whose ids begin so, each once, in the order of their keys: of one delete among those that a
   * note has.
   */
  async *inOrder(noteId: string, batchId = ''): AsyncGenerator<ManifestEntry> {
    const keys = await this.#batchKeys(noteId, batchId)
    const read = async (key: string) => entriesIn(await this.#scratch.get(key))
    let [key, known] = ['', new Set<string>()]
    for await (const entry of mergeBatches(keys, read)) {
      if (entry.key !== key) [key, known] = [entry.key, new Set()]
      if (known.has(entry.version)) continue
      known.add(entry.version)
      yield entry
    }
  }

  /** How much a note has by its manifest, and some of the names. An empty one is looked at again, as by `read`. */
  async tally(noteId: string): Promise<Tally> {
    for (const pause of LOOK_AGAIN_MS) {
      const tally = await tallyOf(this.inOrder(noteId))
      if (tally.names.length > 0) return tally
      await sleep(pause)
    }
    return tallyOf(this.inOrder(noteId))
  }

  async #look(operationId: string, batchId = ''): Promise<ManifestEntry[]> {
    const all = await this.#lookAtAll(operationId, batchId)
    return [...new Map(all.map((entry) => [entryId(entry), entry])).values()]
  }

  async #lookAtAll(operationId: string, batchId: string): Promise<ManifestEntry[]> {
    const keys = await this.#batchKeys(operationId, batchId)
    const bodies = await mapParallel(keys, PARALLEL, (key) => this.#scratch.get(key))
    return bodies.flatMap(entriesIn)
  }

  async #batchKeys(operationId: string, batchId: string): Promise<string[]> {
    const keys = await this.#scratch.list(`${MANIFESTS}${operationId}/${batchId}`)
    return keys.filter((key) => isBetween(key) === (batchId === BETWEEN))
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
}
