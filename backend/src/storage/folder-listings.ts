// What lies directly in a folder, asked of S3 and judged by a journal that was read.
import { mapParallel } from '../lib/parallel.ts'
import { shownAround } from './coming-back.ts'
import type { StorageCore } from './core.ts'
import type { Entry } from './entries.ts'
import { statOf, statOfListed } from './file-stats.ts'
import {
  aliasedAround,
  arriving,
  broughtFrom,
  type JournalState,
  leaving,
  type PendingOperation,
  touches,
} from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { listObjects, listPages } from './listing.ts'
import type { IndexedReader } from './live/indexed-reader.ts'
import { below, folderKey, isBelow, nameOf, pathText, type Place, place } from './paths.ts'
import type { PresentObjects } from './present-objects.ts'
import { isSettledIn } from './settling.ts'
import { mayHide } from './visibility.ts'

const FOLDERS_PARALLEL = 32
const JUDGED_PARALLEL = 8
const NEVER = new Date(-8.64e15)

/** The time of a folder's marker, where that is the first object of the folder. */
export const markerTime = (first: Listed | null, folder: Place): Date | null =>
  first?.key === folderKey(folder) ? statOfListed(first).modified : null

/** Moves and restores that bring something at, above or below a place, which need not lie there yet. */
const bringing = (journal: JournalState, at: Place): Pick<PendingOperation, 'dst'>[] => [
  ...aliasedAround(journal, pathText(at)),
  ...shownAround(journal, pathText(at)),
]

/** The names in a folder at or below which they bring something. */
const namesBrought = (journal: JournalState, at: Place): Set<string> =>
  new Set(bringing(journal, at).map(({ dst }) => dst?.slice(pathText(at).length + 1).split('/', 1)[0] ?? ''))

export interface FolderListingsOptions {
  core: Pick<StorageCore, 'clients'>
  present: PresentObjects
  indexed: Pick<IndexedReader, 'leftOut' | 'contentOf'>
}

export class FolderListings {
  readonly #clients: StorageCore['clients']
  readonly #present: PresentObjects
  readonly #indexed: Pick<IndexedReader, 'leftOut' | 'contentOf'>

  constructor({ core, present, indexed }: FolderListingsOptions) {
    this.#clients = core.clients
    this.#present = present
    this.#indexed = indexed
  }

  /** What lies directly in a folder; null where there is no folder. */
  async list(journal: JournalState, at: Place): Promise<Entry[] | null> {
    const path = pathText(at)
    if (leaving(journal, path)) return null
    const op = arriving(journal, path)
    if (op && !op.merge) return null
    if (op || shownAround(journal, path).some(({ dst }) => dst === path || isBelow(path, dst ?? '')))
      return this.#listByVersions(journal, at)
    const from = broughtFrom(journal, path)
    if (from.length > 0) return this.#listMoving(journal, { from, to: at })
    // MinIO takes long to find the first key of a folder that is full of delete markers.
    const brought = namesBrought(journal, at)
    const own = await this.#listPlain(at, brought)
    const leftOut = await this.#indexed.leftOut(journal, at, { entries: own ?? [], names: brought })
    const isThere = own !== null || leftOut.length > 0 || (brought.size > 0 && (await this.#listPlain(at)) !== null)
    const entries = isThere ? [...(own ?? []), ...leftOut] : null
    if (!entries || !journal.ops.some((pending) => mayHide(pending) && touches(pending, path))) return entries
    const judged = await mapParallel(
      entries,
      JUDGED_PARALLEL,
      async (entry) => (await this.#judge(journal, at, entry)) ?? [],
    )
    const shown = judged.flat()
    // A folder may be implied by nothing but keys that do not show.
    return shown.length > 0 || (await this.#present.isFolder(journal, at)) ? shown : null
  }

  /** In a folder that is moved: what lies where it was, which is asked first, and what only lies here. */
  async #listMoving(journal: JournalState, { from, to }: { from: Place[]; to: Place }): Promise<Entry[] | null> {
    const entries: Entry[] = []
    let isThere = false
    for (const at of [...from, to]) {
      const listed = await this.#listPlain(at, new Set(entries.map(({ name }) => name)))
      isThere ||= listed !== null
      // A file that is settled is looked for in its new place alone.
      for (const entry of listed ?? [])
        if (at === to || !isSettledIn(journal, pathText(below(to, entry.name)))) entries.push(entry)
    }
    if (!isThere) return null
    const all = [...entries, ...(await this.#indexed.leftOut(journal, to, { entries }))]
    const judged = await mapParallel(all, JUDGED_PARALLEL, async (entry) =>
      isSettledIn(journal, pathText(below(to, entry.name))) ? ((await this.#judge(journal, to, entry)) ?? []) : entry,
    )
    return judged.flat()
  }

  /** What readers see of one entry while something is pending on its path; null for nothing. */
  async #judge(journal: JournalState, folder: Place, entry: Entry): Promise<Entry | null> {
    const at = below(folder, entry.name)
    if (!journal.ops.some((op) => mayHide(op) && touches(op, pathText(at)))) return entry
    // Those were asked for as readers see them.
    if (bringing(journal, at).length > 0) return entry
    if (entry.kind === 'folder') return (await this.#present.isFolder(journal, at)) ? entry : null
    const head = await this.#present.file(journal, at)
    return head && { ...statOf(head), name: entry.name }
  }

  /** `known`: names that are left out. */
  async #listPlain(at: Place, known: ReadonlySet<string> = new Set()): Promise<Entry[] | null> {
    const prefix = folderKey(at)
    const files: Entry[] = []
    const prefixes: string[] = []
    let isThere = at.path === ''
    for await (const page of listPages(this.#clients, { bucket: at.bucket, prefix, delimiter: true })) {
      isThere ||= page.objects.length > 0
      for (const object of page.objects)
        if (object.key !== prefix && !known.has(nameOf(object.key)))
          files.push({ ...statOfListed(object), name: nameOf(object.key) })
      prefixes.push(...page.prefixes.filter((folder) => !known.has(nameOf(folder.slice(0, -1)))))
    }
    const folders = await mapParallel(prefixes, FOLDERS_PARALLEL, (folder) => this.#folderEntry(at.bucket, folder))
    const entries = [...files, ...folders.flat()]
    return isThere || entries.length > 0 ? entries : null
  }

  /** MinIO also lists a prefix under which only delete markers lie, so each is asked for its first key. */
  async #folderEntry(bucket: string, prefix: string): Promise<Entry[]> {
    for await (const first of listObjects(this.#clients, { bucket, prefix, maxKeys: 1 })) {
      const at = place(bucket, prefix.slice(0, -1))
      const { modified } = statOfListed(first)
      const own = markerTime(first, at)
      return [{ kind: 'folder', modified, own, name: nameOf(at.path), ...this.#indexed.contentOf(at) }]
    }
    return []
  }

  /**
   * In the destination of a merge each key is judged by its versions, so that what lies beneath the copies shows; in
   * that of a restore, so that what still lies beneath a delete marker does.
   */
  async #listByVersions(journal: JournalState, at: Place): Promise<Entry[] | null> {
    const prefix = folderKey(at)
    const files: Entry[] = []
    const folders = new Map<string, Date>()
    const own = new Map<string, Date>()
    let isThere = at.path === ''
    for await (const object of this.#present.below(journal, at)) {
      isThere = true
      const relative = object.key.slice(prefix.length)
      const cut = relative.indexOf('/')
      const stat = statOfListed(object)
      if (cut < 0 && relative) files.push({ ...stat, name: relative })
      const folder = cut < 0 ? null : relative.slice(0, cut)
      if (folder !== null && (folders.get(folder) ?? NEVER) < stat.modified) folders.set(folder, stat.modified)
      if (folder !== null && relative === `${folder}/`) own.set(folder, stat.modified)
    }
    if (!isThere) return null
    const folderOf = ([name, modified]: [string, Date]): Entry => ({
      kind: 'folder',
      modified,
      own: own.get(name) ?? null,
      name,
    })
    return [...files, ...Array.from(folders, folderOf)]
  }
}
