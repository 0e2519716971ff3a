// What a restore brings back, as readers see it before it is there. A restore takes delete markers away one by one, so
// a folder of ten thousand files is back after some seconds. Where the index knows that nothing is in its place, or a
// check has found nothing but markers on what it had, readers see all of it at once: of a key on which a marker still
// lies, the version that comes back. They read the list of these first, then they look at S3, since the list goes when
// all is back. Whoever changes something in the place waits until the restore is over. Where nothing else lies there,
// the list alone tells what is in it; what another tool puts there meanwhile is listed when the restore is over. Of the
// folder itself the journal tells enough, so it is seen before anybody has read a list.
import { createLru } from '../lib/lru.ts'
import { partitionPoint } from '../lib/partition-point.ts'
import { sortInTurns } from '../lib/sort-in-turns.ts'
import { eachYielding, walkYielding } from '../lib/yielding.ts'
import type { StorageCore } from './core.ts'
import { covers, type JournalState, noteNamed, type PendingOperation, touches } from './journal-state.ts'
import type { KeptListed, Listed } from './listing-page.ts'
import { DEFAULT_TYPE, typeByName } from './metadata.ts'
import { entryId, type ManifestEntry, Manifests } from './operations/manifests.ts'
import { compareNames } from './operations/windows.ts'
import { WorkLists } from './operations/work-lists.ts'
import { folderKey, isBelow, pathText, type Place } from './paths.ts'
import { createScratch } from './scratch.ts'

/**
 * The versions that come back, by `entryId`, and their keys in the order of S3's listings. `entries`: each of them, in
 * the same order; null where the list does not tell all that a listing would.
 */
export interface Coming {
  versions: ReadonlySet<string>
  keys: readonly string[]
  entries: readonly TellingEntry[] | null
}

/** An entry of a note that tells of a version what a listing does. */
type TellingEntry = ManifestEntry & KeptListed

const isTelling = (entry: ManifestEntry): entry is TellingEntry =>
  entry.etag !== undefined && entry.modified !== undefined

/** What these entries of a note bring. */
export async function comingOf(entries: readonly ManifestEntry[]): Promise<Coming> {
  const inOrder = await sortInTurns(entries, (a, b) => compareNames(a.key, b.key))
  const versions = new Set<string>()
  const keys: string[] = []
  const telling: TellingEntry[] = []
  let before: string | undefined
  for await (const entry of eachYielding(inOrder)) {
    versions.add(entryId(entry))
    // Of several versions of one key, only a listing tells which is the newest.
    if (entry.key !== before && isTelling(entry)) telling.push(entry)
    if (entry.key !== before && !entry.key.endsWith('/')) keys.push(entry.key)
    before = entry.key
  }
  return { versions, keys, entries: telling.length === inOrder.length ? telling : null }
}

/** The first of what these entries bring, in the order of a listing; undefined if they do not tell all of it. */
export async function firstToCome(entries: readonly ManifestEntry[]): Promise<KeptListed | undefined> {
  let first: ManifestEntry | undefined
  let isOne = false
  await walkYielding(entries, (entry) => {
    const order = first ? compareNames(entry.key, first.key) : -1
    if (order < 0) [first, isOne] = [entry, true]
    else if (order === 0) isOne = false
  })
  if (!first || !isOne || !isTelling(first)) return undefined
  const { key, version, size, etag, modified } = first
  return { key, version, size, etag, modified }
}

/** Whether something comes back at a key. */
export const comesAt = ({ keys }: Pick<Coming, 'keys'>, key: string): boolean =>
  keys[partitionPoint(keys, (one) => compareNames(one, key) < 0)] === key

/** A place, and the key after which something is asked for below it. */
export interface AskedBelow {
  at: Place
  after?: string | undefined
}

/** Of things in the order of their keys, those below a folder and after a key. */
export function keyedBelow<T>(inOrder: readonly T[], keyOf: (one: T) => string, { at, after = '' }: AskedBelow): T[] {
  const prefix = folderKey(at)
  const isBefore = (key: string) => compareNames(key, prefix) < 0
  const from = partitionPoint(inOrder, (one) => isBefore(keyOf(one)) || compareNames(keyOf(one), after) <= 0)
  const to = partitionPoint(inOrder, (one) => isBefore(keyOf(one)) || keyOf(one).startsWith(prefix))
  return inOrder.slice(from, to)
}

const NOTHING_COMES: Coming = { versions: new Set(), keys: [], entries: [] }

const together = (one: Coming, other: Coming): Coming => ({
  versions: one.versions.union(other.versions),
  keys: [...one.keys, ...other.keys].toSorted(compareNames),
  entries: null,
})

/**
 * What lies below a folder, of the keys after one, where a restore alone tells that; else null. The types are those of
 * the names, and of metadata nothing is told.
 */
export function toldBelow(
  { ops }: Pick<JournalState, 'ops'>,
  { entries }: Coming,
  below: AskedBelow,
): AsyncIterable<Listed> | null {
  if (!entries || !loneRestore(ops, pathText(below.at))) return null
  const asked = keyedBelow(entries, ({ key }) => key, below)
  return eachYielding(asked.values().map(listedOf))
}

/**
 * The first object of a folder that comes back where nothing else lies. So whoever lists the folder around it sees it
 * without a look at the note, however much comes back.
 */
export function toldFirst({ ops }: Pick<JournalState, 'ops'>, at: Place): Listed | null {
  const op = loneRestore(ops, pathText(at))
  return op?.first && op.dst === pathText(at) ? listedOf(op.first) : null
}

/** The restore that alone brings what is at or below a path. */
function loneRestore(ops: readonly PendingOperation[], path: string): PendingOperation | null {
  const [op, ...others] = ops.filter((pending) => touches(pending, path))
  const isAlone = op?.alone && isShown(op) && others.length === 0 && (op.dst === path || isBelow(path, op.dst ?? ''))
  return isAlone ? op : null
}

const listedOf = ({ key, version, size, etag, modified }: KeptListed): Listed => ({
  key,
  version,
  isMarker: false,
  size,
  etag,
  lastModified: new Date(modified),
  metadata: {},
  contentType: typeByName(key) || DEFAULT_TYPE,
})

/** Whether it is a restore that readers see before it is over. */
export const isShown = ({ state }: Pick<PendingOperation, 'state'>): boolean => state === 'shown'

/** Such restores at, above or below a path. */
export const shownAround = ({ ops }: Pick<JournalState, 'ops'>, path: string): PendingOperation[] =>
  ops.filter((op) => isShown(op) && touches(op, path))

/** A process remembers the lists of so many restores. */
const REMEMBERED = 16

export class ComingBack {
  readonly #manifests: Manifests
  readonly #work: WorkLists
  readonly #lists = createLru<string, Promise<Coming>>(REMEMBERED)

  constructor(core: Pick<StorageCore, 'clients' | 'systemBucket' | 'batches'>) {
    const scratch = createScratch(core, core.clients.control)
    this.#manifests = new Manifests(scratch, core.batches)
    this.#work = new WorkLists(scratch)
  }

  /** What comes back at, above or below a place. @throws AppError `unavailable` */
  at(journal: JournalState, at: Place): Coming | Promise<Coming> {
    if (this.#lists.size > 0) this.#dropEnded(journal)
    const shown = shownAround(journal, pathText(at))
    return shown.length === 0 ? NOTHING_COMES : this.#listsOf(shown)
  }

  /** What comes back at the place of a file: a folder that comes back brings none in its own place or above it. */
  atFile(journal: JournalState, at: Place): Coming | Promise<Coming> {
    const path = pathText(at)
    return journal.ops.some((op) => isShown(op) && covers(op.dst, op, path)) ? this.at(journal, at) : NOTHING_COMES
  }

  /** A long list takes some ten MiB, and nobody asks for it again. */
  #dropEnded({ ops }: JournalState): void {
    const pending = new Set(ops.map(({ id }) => id))
    const ended = Array.from(this.#lists.keys()).filter((id) => !pending.has(id))
    for (const id of ended) this.#lists.delete(id)
  }

  async #listsOf(shown: readonly PendingOperation[]): Promise<Coming> {
    const [first = NOTHING_COMES, ...others] = await Promise.all(shown.map((op) => this.#listOf(op)))
    return others.reduce(together, first)
  }

  #listOf(op: PendingOperation): Promise<Coming> {
    const known = this.#lists.get(op.id)
    if (known) return known
    const read = this.#read(op)
    this.#lists.set(op.id, read)
    read.catch(() => this.#lists.delete(op.id))
    return read
  }

  /** All that its note has, or what of it was asked for. */
  async #read(op: PendingOperation): Promise<Coming> {
    // What comes back alone is all of a note.
    const asked = op.alone ? null : await this.#work.read(op.id)
    return comingOf(asked ?? (await this.#manifests.read(noteNamed(op))))
  }
}
