// Manifests in the system bucket: which versions a delete took, or an operation or a write replaced.
import { mapParallel } from '../../lib/parallel.ts'
import { mergeBatches } from './batch-merge.ts'
import { lookUntil } from '../looking-again.ts'
import { MANIFESTS } from '../own-keys.ts'
import type { Scratch } from '../types.ts'
import { RememberedBatches } from './remembered-batches.ts'

/**
 * One version that was deleted or replaced, or that a copy pins; `name` is relative to the target. Folder markers end
 * in a slash and have no version. `successor`: the version that replaced it. `etag`, `modified` (milliseconds since
 * 1970): what a listing has told of what was deleted, where listings tell times.
 */
export interface ManifestEntry {
  bucket: string
  key: string
  name: string
  version: string
  size: number
  successor?: string
  etag?: string
  modified?: number
}

/** Identifies an entry: the same version may be noted twice. */
export const entryId = ({ key, version }: Pick<ManifestEntry, 'key' | 'version'>): string => `${key} ${version}`

export interface Size {
  count: number
  bytes: number
}

/** All entries of a manifest, each once, and the keys of the batches that they lie in. */
export interface ManifestContent {
  entries: ManifestEntry[]
  batches: string[]
}

/** The number and bytes of the files among some entries. Folder markers do not count. */
export function sizeOf(entries: Pick<ManifestEntry, 'key' | 'size'>[]): Size {
  const files = entries.filter((entry) => !entry.key.endsWith('/'))
  return { count: files.length, bytes: files.reduce((sum, entry) => sum + entry.size, 0) }
}

const batchKey = (operationId: string, batchId: string): string => `${MANIFESTS}${operationId}/${batchId}.json`

/**
 * Prefix of batches with intermediate versions. They are purged with their note, but not shown and not restored.
 */
const BETWEEN = 'between-'
const isBetween = (key: string): boolean => key.slice(key.lastIndexOf('/') + 1).startsWith(BETWEEN)

/** What the ids of batches begin with that a second attempt writes once more. */
export const REWRITTEN = 'moved-'
const isRewritten = (key: string): boolean => key.slice(key.lastIndexOf('/') + 1).includes(REWRITTEN)

/** An action that deletes many things one by one makes a batch for each. */
const PARALLEL = 16

/** Each batch of a manifest is a new object, so that nobody overwrites a part. */
export class Manifests {
  readonly #scratch: Scratch
  readonly #remembered: RememberedBatches

  /** `remembered`: what others in this process know of the same manifests. */
  constructor(scratch: Scratch, remembered = new RememberedBatches()) {
    this.#scratch = scratch
    this.#remembered = remembered
  }

  async add(operationId: string, batchId: string, entries: readonly ManifestEntry[]): Promise<void> {
    const key = batchKey(operationId, batchId)
    await this.#scratch.put(key, Buffer.from(JSON.stringify(entries)))
    if (!isRewritten(key)) this.#remembered.set(key, entries)
  }

  /** What a batch that was listed holds. */
  async #batch(key: string): Promise<readonly ManifestEntry[]> {
    const known = this.#remembered.get(key)
    if (known) return known
    const entries = await this.#read(key)
    if (!isRewritten(key)) this.#remembered.set(key, entries)
    return entries
  }

  async #read(key: string): Promise<ManifestEntry[]> {
    const body = await this.#scratch.get(key)
    return body ? (JSON.parse(body.toString('utf8')) as ManifestEntry[]) : []
  }

  /**
   * All entries of an operation's batches, each once. If there are none it looks again for most of a second, unless the
   * manifest may well be empty: believing a wrong listing would lose what the trash holds.
   */
  async read(operationId: string, { mayBeEmpty = false } = {}): Promise<ManifestEntry[]> {
    return (await this.open(operationId, { mayBeEmpty })).entries
  }

  /** The same with the keys of its batches, for `drop`. */
  async open(operationId: string, { mayBeEmpty = false } = {}): Promise<ManifestContent> {
    return lookUntil(
      ({ entries }) => mayBeEmpty || entries.length > 0,
      () => this.#look(operationId),
    )
  }

  /**
   * The entries of batches whose ids begin so, each once, in the order of their keys: of one delete among those that a
   * note has.
   */
  async *inOrder(noteId: string, batchId = ''): AsyncGenerator<ManifestEntry> {
    const keys = await this.#batchKeys(noteId, batchId)
    let [key, known] = ['', new Set<string>()]
    for await (const entry of mergeBatches(keys, (batch) => this.#batch(batch))) {
      if (entry.key !== key) [key, known] = [entry.key, new Set()]
      if (known.has(entry.version)) continue
      known.add(entry.version)
      yield entry
    }
  }

  async #look(operationId: string, batchId = ''): Promise<ManifestContent> {
    const { entries, batches } = await this.#lookAtAll(operationId, batchId)
    return { entries: [...new Map(entries.map((entry) => [entryId(entry), entry])).values()], batches }
  }

  async #lookAtAll(operationId: string, batchId: string): Promise<ManifestContent> {
    const batches = await this.#batchKeys(operationId, batchId)
    const contents = await mapParallel(batches, PARALLEL, (key) => this.#batch(key))
    return { entries: contents.flat(), batches }
  }

  async #batchKeys(operationId: string, batchId: string): Promise<string[]> {
    const keys = await this.#scratch.list(`${MANIFESTS}${operationId}/${batchId}`)
    return keys.filter((key) => isBetween(key) === (batchId === BETWEEN))
  }

  /**
   * All entries of a note, listed once. Several may have the same version: each write that was about to replace it has
   * noted it.
   */
  async readAll(noteId: string): Promise<ManifestEntry[]> {
    return (await this.#lookAtAll(noteId, '')).entries
  }

  /**
   * Changes entries, or removes those for which `edit` answers null. It works batch by batch, so that entries added
   * meanwhile are kept; after a crash some entries are unchanged. `newId`: a new one each time.
   */
  async change(noteId: string, newId: string, edit: (entry: ManifestEntry) => ManifestEntry | null): Promise<void> {
    const keys = (await this.#scratch.list(`${MANIFESTS}${noteId}/`)).filter((key) => !isBetween(key))
    await mapParallel(keys, PARALLEL, async (key, index) => {
      // Another process may have changed it, and deleted it, since it was listed: what it took out would be back.
      const before = await this.#read(key)
      const after = before.map(edit)
      if (after.every((entry, at) => entry === before[at])) return
      const left = after.filter((entry) => entry !== null)
      if (left.length > 0) await this.add(noteId, `${newId}-${index}`, left)
      await this.#scratch.delete([key])
    })
  }

  /**
   * Adds intermediate versions, which an action wrote and then replaced itself: for each file the note has the version
   * from before the action.
   */
  async addBetween(noteId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    await this.add(noteId, `${BETWEEN}${batchId}`, entries)
  }

  async readBetween(noteId: string): Promise<ManifestEntry[]> {
    return (await this.#look(noteId, BETWEEN)).entries
  }

  /** Replaces all batches of `addBetween` by one; without entries it removes them. */
  async replaceBetween(noteId: string, batchId: string, entries: ManifestEntry[]): Promise<void> {
    const before = await this.#scratch.list(`${MANIFESTS}${noteId}/${BETWEEN}`)
    if (before.length === 0) return
    if (entries.length > 0) await this.addBetween(noteId, batchId, entries)
    await this.#scratch.delete(before.filter((key) => key !== batchKey(noteId, `${BETWEEN}${batchId}`)))
  }

  /** Whether there is a batch whose id begins like this. */
  async has(operationId: string, batchId: string): Promise<boolean> {
    return (await this.#scratch.list(batchKey(operationId, batchId).slice(0, -'.json'.length))).length > 0
  }

  /** Removes batches that were read; nobody changes one, so what was added meanwhile stays. */
  async drop(batches: string[]): Promise<void> {
    await this.#scratch.delete(batches)
  }

  async remove(operationId: string): Promise<void> {
    await this.#scratch.delete(await this.#scratch.list(`${MANIFESTS}${operationId}/`))
  }
}
