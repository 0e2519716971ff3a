// What a restore brings back, as readers see it before it is there. A restore takes delete markers away one by one, so
// a folder of ten thousand files is back after some seconds. Where the index knows that nothing is in its place, or a
// check has found nothing but markers on what it had, readers see all of it at once: of a key on which a marker still
// lies, the version that comes back. They read the list of these first, then they look at S3, since the list goes when
// all is back. Whoever changes something in the place waits until the restore is over.
import { createLru } from '../lib/lru.ts'
import type { StorageCore } from './core.ts'
import { type JournalState, noteNamed, type PendingOperation, touches } from './journal-state.ts'
import { entryId, type ManifestEntry, Manifests } from './operations/manifests.ts'
import { compareNames } from './operations/windows.ts'
import { WorkLists } from './operations/work-lists.ts'
import { pathText, type Place } from './paths.ts'
import { createScratch } from './scratch.ts'

/** The versions that come back, by `entryId`, and their keys in the order of S3's listings. */
export interface Coming {
  versions: ReadonlySet<string>
  keys: readonly string[]
}

/** What these entries of a note bring. */
export const comingOf = (entries: readonly Pick<ManifestEntry, 'key' | 'version'>[]): Coming => ({
  versions: new Set(entries.map(entryId)),
  keys: [...new Set(entries.map(({ key }) => key))].filter((key) => !key.endsWith('/')).toSorted(compareNames),
})

const NOTHING_COMES = comingOf([])

const together = (one: Coming, other: Coming): Coming => ({
  versions: one.versions.union(other.versions),
  keys: [...one.keys, ...other.keys].toSorted(compareNames),
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

  constructor(core: Pick<StorageCore, 'clients' | 'systemBucket'>) {
    const scratch = createScratch(core, core.clients.control)
    this.#manifests = new Manifests(scratch)
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
    const entries = (await this.#work.read(op.id)) ?? (await this.#manifests.read(noteNamed(op)))
    return comingOf(entries)
  }
}
