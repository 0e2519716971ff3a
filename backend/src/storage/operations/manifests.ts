// Manifests in the system bucket: which versions a delete took, or an operation or a write replaced.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { walkYielding } from '../../lib/yielding.ts'
import { mergeBatches } from './batch-merge.ts'
import { lookUntil } from '../looking-again.ts'
import { MANIFESTS } from '../own-keys.ts'
import type { ConditionalScratch, TaggedKey } from '../scratch.ts'
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

/** The last of the entries that have the same id. */
export async function lastOfEach(
  entries: readonly ManifestEntry[],
  idOf: (entry: ManifestEntry) => string,
): Promise<ManifestEntry[]> {
  const last = new Map<string, ManifestEntry>()
  await walkYielding(entries, (entry) => last.set(idOf(entry), entry))
  return [...last.values()]
}

const byFirstKey = ([one]: readonly ManifestEntry[], [other]: readonly ManifestEntry[]): number =>
  (one?.key ?? '') < (other?.key ?? '') ? -1 : 1

/** Whether each key comes before the next one, as in the batches of a delete: then each entry is there once. */
async function isRising(entries: readonly ManifestEntry[]): Promise<boolean> {
  let isSo = true
  let before: string | undefined
  await walkYielding(entries, ({ key }) => {
    isSo &&= before === undefined || before < key
    before = key
  })
  return isSo
}

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

/** What is left of some files when others of them are done. */
export const without = (all: Size, done: Size): Size => ({
  count: all.count - done.count,
  bytes: all.bytes - done.bytes,
})

/** A list of entries as it is stored. */
export const bodyOfEntries = (entries: readonly ManifestEntry[]): Buffer => Buffer.from(JSON.stringify(entries))
export const entriesIn = (body: Buffer): ManifestEntry[] => JSON.parse(body.toString('utf8')) as ManifestEntry[]

const batchKey = (operationId: string, batchId: string): string => `${MANIFESTS}${operationId}/${batchId}.json`

/**
 * Prefix of batches with intermediate versions. They are purged with their note, but not shown and not restored.
 */
const BETWEEN = 'between-'
const isBetween = ({ key }: Pick<TaggedKey, 'key'>): boolean => key.slice(key.lastIndexOf('/') + 1).startsWith(BETWEEN)

/** An action that deletes many things one by one makes a batch for each. */
const PARALLEL = 16

type ManifestScratch = Omit<ConditionalScratch, 'put' | 'get'>

/** How often a change of a batch is tried that others change at the same time. */
const TRIES = 100

/**
 * Each batch of a manifest is an object of its own, so that many may add to it at once. A batch is changed in its
 * place, only if nobody else has changed it meanwhile.
 */
export class Manifests {
  readonly #scratch: ManifestScratch
  readonly #remembered: RememberedBatches

  /** `remembered`: what others in this process know of the same manifests. */
  constructor(scratch: ManifestScratch, remembered = new RememberedBatches()) {
    this.#scratch = scratch
    this.#remembered = remembered
  }

  async add(operationId: string, batchId: string, entries: readonly ManifestEntry[]): Promise<void> {
    const key = batchKey(operationId, batchId)
    const etag = await this.#scratch.putTagged(key, bodyOfEntries(entries))
    this.#remembered.set({ key, etag }, entries)
  }

  /** What a batch that was listed holds. */
  async #batch(batch: TaggedKey): Promise<readonly ManifestEntry[]> {
    const known = this.#remembered.get(batch)
    if (known) return known
    const found = await this.#scratch.find(batch.key)
    if (!found) return []
    const entries = entriesIn(found.body)
    this.#remembered.set({ ...batch, etag: found.etag }, entries)
    return entries
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
    const batches = await this.#batches(noteId, batchId)
    let [key, known] = ['', new Set<string>()]
    for await (const entry of mergeBatches(batches, (batch) => this.#batch(batch))) {
      if (entry.key !== key) [key, known] = [entry.key, new Set()]
      if (known.has(entry.version)) continue
      known.add(entry.version)
      yield entry
    }
  }

  async #look(operationId: string, batchId = ''): Promise<ManifestContent> {
    const { contents, batches } = await this.#lookAtAll(operationId, batchId)
    const inOrder = contents.toSorted(byFirstKey).flat()
    const entries = (await isRising(inOrder)) ? inOrder : await lastOfEach(contents.flat(), entryId)
    return { entries, batches }
  }

  /** The entries of each batch, and the keys of the batches. */
  async #lookAtAll(operationId: string, batchId: string) {
    const batches = await this.#batches(operationId, batchId)
    const contents = await mapParallel(batches, PARALLEL, (batch) => this.#batch(batch))
    return { contents, batches: batches.map(({ key }) => key) }
  }

  async #batches(operationId: string, batchId: string): Promise<TaggedKey[]> {
    const batches = await this.#scratch.listTagged(`${MANIFESTS}${operationId}/${batchId}`)
    return batches.filter((batch) => isBetween(batch) === (batchId === BETWEEN))
  }

  /**
   * All entries of a note, listed once. Several may have the same version: each write that was about to replace it has
   * noted it.
   */
  async readAll(noteId: string): Promise<ManifestEntry[]> {
    return (await this.#lookAtAll(noteId, '')).contents.flat()
  }

  /**
   * Changes entries, or removes those for which `edit` answers null. It works batch by batch, so that entries added
   * meanwhile are kept; after a crash some entries are unchanged. Others may change the same batches at the same time:
   * what they take out stays out (S3 API PutObject, `If-Match`; a server without it lets the last one win).
   * @throws AppError `unavailable` where a batch changes all the time
   */
  async change(noteId: string, edit: (entry: ManifestEntry) => ManifestEntry | null): Promise<void> {
    await mapParallel(await this.#batches(noteId, ''), PARALLEL, ({ key }) => this.#changeBatch(key, edit))
  }

  async #changeBatch(key: string, edit: (entry: ManifestEntry) => ManifestEntry | null): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await this.#scratch.find(key)
      const before = found ? entriesIn(found.body) : []
      const after = before.map(edit)
      if (!found || after.every((entry, at) => entry === before[at])) return
      const left = after.filter((entry) => entry !== null)
      if (!(await this.#scratch.replace(key, bodyOfEntries(left), found.etag))) continue
      // Nobody changes an empty one.
      if (left.length === 0) await this.#scratch.delete([key])
      return
    }
    throw new AppError('unavailable', 'others change what the trash holds all the time')
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

  /** Removes batches that were read, which nobody else may be changing; what was added meanwhile stays. */
  async drop(batches: string[]): Promise<void> {
    await this.#scratch.delete(batches)
  }

  async remove(operationId: string): Promise<void> {
    await this.#scratch.delete(await this.#scratch.list(`${MANIFESTS}${operationId}/`))
  }
}
