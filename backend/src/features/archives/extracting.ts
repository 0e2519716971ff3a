// Extracts entries of an archive into the person's tree. The work has a record, which the tray shows.
import type { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { childOf, nameOf, parentOf, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { OutsideProgress, RunningOperation, Storage } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { Files } from '../files/service.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Tree } from '../tree/service.ts'
import { counted } from './counted.ts'
import { choose, type Choice, type Placed, placed } from './opened/choosing.ts'
import { fileOfEntry } from './opened/entry-file.ts'
import type { ArchiveContent, ArchiveFile } from './opened/listings.ts'
import { createSlices } from './opened/slices.ts'

export interface ExtractingOptions {
  storage: Pick<Storage, 'works' | 'operations'>
  tree: Pick<Tree, 'stat' | 'freePath' | 'placeToChange' | 'checkTree'>
  files: Pick<Files, 'put' | 'makeFolder'>
  quotas: Pick<Quotas, 'admitAll'>
  children: Pick<ChildPool, 'run'>
}

export interface ExtractWish {
  /** The archive, its path, and its contents. */
  archive: ArchiveFile
  path: UserPath
  content: ArchiveContent
  /** The folder to extract to. */
  to: UserPath
  /** Paths in the archive; everything if missing. */
  paths: readonly string[] | undefined
}

/** An extraction that is about to begin. */
interface Plan {
  choice: Choice
  /** The new folder or file. */
  top: UserPath
  placed: Placed[]
  left: number
}

/** How many files of a zip or tar are written at a time. */
const PARALLEL = 4

export class Extracting {
  readonly #options: ExtractingOptions

  constructor(options: ExtractingOptions) {
    this.#options = options
  }

  /**
   * Begins an extraction. Everything goes into one new folder or file with a free name, so nothing is replaced.
   * @throws AppError `forbidden`, `notFound`, `isFile` (to), `noRoom`, `unsupportedMediaType` if nothing can be read
   */
  async begin(actor: Actor, wish: ExtractWish): Promise<RunningOperation> {
    const { tree, quotas, storage } = this.#options
    const { to, path, content, paths } = wish
    if ((await tree.stat(actor, to)).kind === 'file') throw new AppError('isFile', 'the destination is a file')
    const choice = await choose(content, nameOf(path), paths)
    const top = await tree.freePath(actor, childOf(to, choice.name))
    const place = tree.placeToChange(actor, 'create', top)
    const where = await placed(actor, choice, top)
    tree.checkTree(
      actor,
      top,
      where.placed.map((one) => relativeTo(one.path, top)),
    )
    const plan = { choice, top, placed: where.placed, left: choice.left + where.left }
    const bytes = plan.placed.reduce((sum, { entry }) => sum + entry.size, 0)
    await quotas.admitAll(actor.userId, place, async () => [{ at: place, bytes, grows: bytes, history: 0 }])
    return storage.works.begin({
      kind: 'extract',
      by: authorOf(actor),
      shown: { source: path, destination: top },
      isDir: !choice.isFile,
      total: { items: plan.placed.filter(({ entry }) => !entry.isFolder).length, bytes },
      run: async (progress, signal) => {
        await this.#run(actor, { wish, plan }, { progress, signal })
        return plan.left
      },
      takeBack: (error) => this.#takeBack(actor, top, error),
    })
  }

  async #run(
    actor: Actor,
    { wish: { archive }, plan }: { wish: ExtractWish; plan: Plan },
    { progress, signal }: { progress: OutsideProgress; signal: AbortSignal },
  ): Promise<void> {
    const { files, children } = this.#options
    const { choice, top } = plan
    if (!choice.isFile) await files.makeFolder(actor, top)
    for (const { path } of emptyFolders(plan.placed)) {
      signal.throwIfAborted()
      await files.makeFolder(actor, path)
    }
    const wanted = plan.placed.filter(({ entry }) => !entry.isFolder)
    const write = async (one: Placed, body: Readable) => this.#write(actor, one, { body, progress, signal })
    if (archive.format === 'zip' || archive.format === 'tar') {
      await mapParallel(wanted, PARALLEL, (one) => write(one, fileOfEntry(children, archive, one.entry).read()))
      return
    }
    // An archive that has to be unpacked from its beginning is read only once.
    const slices = createSlices(children, archive, wanted)
    try {
      for (const one of slices.order) await write(one, slices.next(one.entry))
    } finally {
      slices.end()
    }
  }

  async #write(
    actor: Actor,
    { entry, path }: Placed,
    { body, progress, signal }: { body: Readable; progress: OutsideProgress; signal: AbortSignal },
  ): Promise<void> {
    const stop = () => body.destroy(signal.reason as Error)
    let failure: unknown = null
    body.once('error', (error) => {
      failure = error
    })
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const modified = entry.modified === null ? undefined : new Date(entry.modified)
    try {
      await this.#options.files.put(actor, path, {
        body: counted(body, progress),
        modified,
        length: entry.size,
        isNew: true,
      })
      progress.add({ items: 1 })
    } catch (error) {
      // An error of the archive explains more than the error of the storage that it caused.
      throw failure instanceof AppError ? failure : error
    } finally {
      signal.removeEventListener('abort', stop)
      body.destroy()
    }
  }

  /**
   * Moves what was extracted to the trash as one action, unless somebody else has created something under that name.
   */
  async #takeBack(actor: Actor, top: UserPath, error: unknown): Promise<void> {
    if (error instanceof AppError && error.code === 'conflict') return
    const { tree, storage } = this.#options
    await storage.operations
      .remove(tree.placeToChange(actor, 'create', top), {
        by: authorOf(actor),
        shown: { source: top, destination: '' },
        check: (relative) => tree.checkTree(actor, top, [relative]),
      })
      .catch((failure: unknown) => {
        if (!(failure instanceof AppError && failure.code === 'notFound')) throw failure
      })
  }
}

/** The folders that no other entry implies. */
function emptyFolders(all: readonly Placed[]): Placed[] {
  const full = new Set(all.map(({ path }) => parentOf(path)))
  return all.filter(({ entry, path }) => entry.isFolder && !full.has(path))
}
