// What a restore brings back, as readers see it before it is there. A restore takes delete markers away one by one, so
// a folder of ten thousand files is back after some seconds. Where the index knows that nothing is in its place, or a
// check has found nothing but markers on what it had, readers see all of it at once: of a key on which a marker still
// lies, the version that comes back. They read the list of these first, then they look at S3, since the list goes when
// all is back. Whoever changes something in the place waits until the restore is over. Where nothing else lies there,
// the list alone tells what is in it; what another tool puts there meanwhile is listed when the restore is over.
import { createLru } from '../lib/lru.ts'
import { eachYielding } from '../lib/yielding.ts'
import type { StorageCore } from './core.ts'
import { type JournalState, noteNamed, type PendingOperation, touches } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
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
type TellingEntry = ManifestEntry & Required<Pick<ManifestEntry, 'etag' | 'modified'>>

const isTelling = (entry: ManifestEntry): entry is TellingEntry =>
  entry.etag !== undefined && entry.modified !== undefined

/** What these entries of a note bring. */
export function comingOf(entries: readonly ManifestEntry[]): Coming {
  const inOrder = entries.toSorted((a, b) => compareNames(a.key, b.key))
  const keys = [...new Set(inOrder.map(({ key }) => key))]
  return {
    versions: new Set(entries.map(entryId)),
    keys: keys.filter((key) => !key.endsWith('/')),
    // Of several versions of one key, only a listing tells which is the newest.
    entries: keys.length === entries.length && inOrder.every(isTelling) ? inOrder : null,
  }
}

const NOTHING_COMES = comingOf([])

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
  { at, after = '' }: { at: Place; after?: string | undefined },
): AsyncIterable<Listed> | null {
  const path = pathText(at)
  const [op, ...others] = ops.filter((pending) => touches(pending, path))
  const isAlone = op?.alone && isShown(op) && others.length === 0 && (op.dst === path || isBelow(path, op.dst ?? ''))
  if (!isAlone || !entries) return null
  const isAsked = ({ key }: ManifestEntry) => key.startsWith(folderKey(at)) && compareNames(key, after) > 0
  return eachYielding(entries.values().filter(isAsked).map(listedOf))
}

const listedOf = ({ key, version, size, etag, modified }: TellingEntry): Listed => ({
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
