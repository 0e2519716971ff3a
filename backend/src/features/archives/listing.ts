// What a selection holds, by the rules of who asks, written down with the version of each file.
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { createFairSlots, type Slot } from '../../lib/fair-slots.ts'
import { below, nameOf, pathBelow, type Place, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { FileStat, Stat, Storage, TreeEntry } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { isRoot, sharedFolderPath } from '../tree/mount.ts'
import { type ArchiveEntry, EntryLog } from './entry-log.ts'
import { createEntryNames } from './entry-names.ts'
import type { Selection } from './selection.ts'

export interface ListingOptions {
  storage: Pick<Storage, 'survey'>
  access: Pick<Access, 'authorize' | 'permits'>
  /** What lies at a path. @throws AppError `forbidden`, `notFound` */
  stat(actor: Actor, path: UserPath): Promise<Stat>
  /** Where long lists go. */
  folder: string
  /** Milliseconds since 1970. */
  now(): number
}

/** Who asks for what, and a signal that aborts when nobody waits for it any more. */
export interface ListingOrder {
  actor: Actor
  selection: Selection
  signal: AbortSignal
}

/** All entries of an archive. */
export interface ArchiveListing {
  entries(): AsyncGenerator<ArchiveEntry>
  close(): Promise<void>
}

const STATS_PARALLEL = 8
/** From so many entries on, trees are listed two at a time: each listing leaves tens of megabytes to the collector. */
const LARGE = 5_000

/** An entry by its path in the person's tree, before it has its name in the archive. */
interface Found {
  path: UserPath
  kind: 'file' | 'folder'
  modified: Date | null
  file: { at: Place; stat: FileStat } | null
}

export function createListing({
  storage,
  access,
  stat,
  folder,
  now,
}: ListingOptions): (asked: ListingOrder) => Promise<ArchiveListing> {
  const slots = createFairSlots(FAIR_SHARES.largeArchives)

  /**
   * What is denied or hidden, and what is not there, is left out.
   * @throws AppError `notFound` when nothing of the selection is there
   */
  return async function listArchive({ actor, selection, signal }) {
    const names = createEntryNames()
    const logs: EntryLog[] = []
    const close = async () => void (await Promise.all(logs.map((log) => log.close())))
    // Folders that only keys imply get the time of what comes next, mostly the first file in them: the same archive at
    // each call.
    let timeless: { log: EntryLog; name: string }[] = []

    async function write(log: EntryLog, { path, kind, modified, file }: Found): Promise<void> {
      signal.throwIfAborted()
      const relative = relativeTo(path, selection.base) || (kind === 'file' ? nameOf(path) : '')
      // The base itself is the archive.
      if (relative === '') return
      const name = names.nameOf(relative, kind)
      if (modified === null) return void timeless.push({ log, name })
      await date(modified)
      await log.add({ name, modified, file })
    }

    async function date(modified: Date): Promise<void> {
      for (const folder of timeless) await folder.log.add({ name: folder.name, modified, file: null })
      timeless = []
    }

    /** Begins a log anew as often as the storage begins to tell anew. */
    async function writeTree(root: UserPath, at: Place): Promise<void> {
      const index = logs.length
      await storage.survey(at, async (entries) => {
        const former = logs[index]
        timeless = timeless.filter(({ log }) => log !== former)
        await former?.close()
        const log = new EntryLog(folder)
        logs[index] = log
        await fill(log, permitted(actor, { root, at, entries }))
      })
    }

    async function fill(log: EntryLog, found: AsyncIterable<Found>): Promise<void> {
      let slot: Slot | undefined
      try {
        for await (const one of found) {
          await write(log, one)
          if (log.count >= LARGE) slot ??= await slots.take({ signal })
        }
      } finally {
        slot?.giveBack()
      }
    }

    async function* permitted(
      actor: Actor,
      tree: { root: UserPath; at: Place; entries: AsyncIterable<TreeEntry> },
    ): AsyncGenerator<Found> {
      const mount = isRoot(tree.root) ? sharedFolderPath(actor) : null
      let skipped = ''
      for await (const entry of tree.entries) {
        if (skipped !== '' && entry.relative.startsWith(skipped)) continue
        const path = pathBelow(tree.root, entry.relative)
        if (path !== null && path !== mount && access.permits(actor, path)) yield describe(path, entry, tree.at)
        // What a person cannot open has nothing in it for that person.
        else if (entry.kind === 'folder') skipped = `${entry.relative}/`
      }
    }

    async function writeFolder(path: UserPath, modified: Date | null): Promise<void> {
      const at = access.authorize(actor, 'read', path)
      const own = new EntryLog(folder)
      logs.push(own)
      await write(own, { path, kind: 'folder', modified, file: null })
      await writeTree(path, at)
      const shared = isRoot(path) ? sharedFolderPath(actor) : null
      if (shared !== null && access.permits(actor, shared)) await writeFolder(shared, null)
    }

    async function writeSelected(path: UserPath, found: Stat): Promise<void> {
      if (found.kind === 'folder') return writeFolder(path, found.modified)
      const log = new EntryLog(folder)
      logs.push(log)
      await write(log, {
        path,
        kind: 'file',
        modified: found.modified,
        file: { at: access.authorize(actor, 'read', path), stat: found },
      })
    }

    try {
      const stats = await mapParallel(selection.paths, STATS_PARALLEL, (path) => statIfThere(actor, path))
      const present = selection.paths.flatMap((path, index) => (stats[index] ? [{ path, stat: stats[index] }] : []))
      if (present.length === 0) throw new AppError('notFound', 'nothing exists at that path')
      for (const { path, stat } of present) await writeSelected(path, stat)
      await date(new Date(now()))
    } catch (error) {
      await close()
      throw error
    }
    return { entries: () => allOf(logs), close }
  }

  async function statIfThere(actor: Actor, path: UserPath): Promise<Stat | null> {
    try {
      return await stat(actor, path)
    } catch (error) {
      if (error instanceof AppError && ['notFound', 'forbidden'].includes(error.code)) return null
      throw error
    }
  }
}

async function* allOf(logs: EntryLog[]): AsyncGenerator<ArchiveEntry> {
  for (const log of logs) yield* log.entries()
}

function describe(path: UserPath, entry: TreeEntry, root: Place): Found {
  if (entry.kind === 'folder') return { path, kind: 'folder', modified: entry.modified, file: null }
  return { path, kind: 'file', modified: entry.modified, file: { at: below(root, entry.relative), stat: entry } }
}
