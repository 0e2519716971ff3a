// What a selection holds, as far as who asks sees it, written down with the version of each file.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { AppError } from '../../lib/app-error.ts'
import { FairSlots, type Slot } from '../../lib/fair-slots.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { nameOf, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { Stat } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { Walked } from '../tree/walking.ts'
import type { ArchiveEntry, EntryLog } from './entry-log.ts'
import { createEntryLogs, type EntryLogs } from './entry-logs.ts'
import { createEntryNames } from './entry-names.ts'
import type { Selection } from './selection.ts'

export interface ListingOptions {
  tree: Pick<Tree, 'sees' | 'statIfThere' | 'survey'>
  access: Pick<Access, 'authorize'>
  /** Where long lists go. */
  folder: string
  /** Milliseconds since 1970. */
  now(): number
}

/** Who asks for what, and a signal that aborts when the client has gone. */
export interface ListingOrder {
  actor: Actor
  selection: Selection
  signal: AbortSignal
}

/** All entries of an archive. */
export interface DownloadListing {
  entries(): AsyncGenerator<ArchiveEntry>
  close(): Promise<void>
}

const STATS_PARALLEL = 8
/** Trees with at least this many entries are listed two at a time, because each leaves tens of megabytes of garbage. */
const LARGE = 5_000

/** Something selected that is there. */
interface Selected {
  path: UserPath
  stat: Stat
}

/** An entry by its path in the actor's tree, before it has its name in the archive. */
type Found = Pick<Walked, 'path' | 'kind' | 'modified'> & Pick<ArchiveEntry, 'file'>

export function createListing({
  tree,
  access,
  folder,
  now,
}: ListingOptions): (asked: ListingOrder) => Promise<DownloadListing> {
  const slots = new FairSlots(FAIR_SHARES.largeArchives)

  async function presentOf({ actor, selection }: ListingOrder): Promise<Selected[]> {
    const stats = await mapParallel(selection.paths, STATS_PARALLEL, async (path) =>
      tree.sees(actor, path) ? tree.statIfThere(actor, path) : null,
    )
    return selection.paths.flatMap((path, index) => (stats[index] ? [{ path, stat: stats[index] }] : []))
  }

  /**
   * Leaves out what is denied, hidden or missing.
   * @throws AppError `notFound` if nothing of the selection exists
   */
  return async function listArchive(order) {
    const logs = createEntryLogs(folder)
    const writing = createListWriting(order, { tree, access, logs, slots })
    try {
      const present = await presentOf(order)
      if (present.length === 0) throw new AppError('notFound', 'nothing exists at that path')
      for (const selected of present) await writing.write(selected)
      await logs.date(new Date(now()))
    } catch (error) {
      await logs.close()
      throw error
    }
    return { entries: logs.entries, close: logs.close }
  }
}

interface ListWritingOptions extends Pick<ListingOptions, 'tree' | 'access'> {
  logs: EntryLogs
  slots: FairSlots
}

/** Writes down one selected thing after the other. */
function createListWriting(
  { actor, selection, signal }: ListingOrder,
  { tree, access, logs, slots }: ListWritingOptions,
): { write(selected: Selected): Promise<void> } {
  const names = createEntryNames()

  async function add(log: EntryLog, { path, kind, modified, file }: Found): Promise<void> {
    signal.throwIfAborted()
    const relative = relativeTo(path, selection.base) || (kind === 'file' ? nameOf(path) : '')
    // The base itself is the archive.
    if (relative !== '') await logs.add(log, { name: names.nameOf(relative, kind), modified, file })
  }

  async function fill(log: EntryLog, entries: AsyncIterable<Walked>): Promise<void> {
    let slot: Slot | undefined
    try {
      for await (const entry of entries) {
        await add(log, describe(entry))
        if (log.count >= LARGE) slot ??= await slots.take({ signal })
      }
    } finally {
      slot?.giveBack()
    }
  }

  async function addTree(folder: UserPath): Promise<void> {
    let begun: EntryLog | undefined
    const surveys = tree.survey(actor, folder, async (entries) => {
      // Told anew, since an operation changed the tree meanwhile: what was written down of it is over.
      if (begun) await logs.drop(begun)
      begun = logs.begin()
      await fill(begun, entries)
    })
    for await (const _ of surveys) begun = undefined
  }

  return {
    async write({ path, stat }) {
      const { kind, modified } = stat
      const file = stat.kind === 'file' ? { at: access.authorize(actor, 'read', path), stat } : null
      await add(logs.begin(), { path, kind, modified, file })
      if (kind === 'folder') await addTree(path)
    },
  }
}

function describe(entry: Walked): Found {
  const { path, kind, modified } = entry
  return { path, kind, modified, file: entry.kind === 'file' ? { at: entry.place, stat: entry } : null }
}
