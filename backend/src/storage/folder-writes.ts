// Making folders: a folder is there as soon as it has its marker.
import { AppError } from '../lib/app-error.ts'
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import { untilFree, untilFreeForNew } from './free.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { type ClosedOperation, laterThan, type PendingOperation } from './journal-state.ts'
import type { LiveIndex } from './live/live-index.ts'
import { formatMtime, MTIME, WRITE_ID } from './metadata.ts'
import { type InTheWay, inTheWayOfFolder } from './names.ts'
import { deleteObjects } from './object-removal.ts'
import { headObject, putFolderMarker } from './objects.ts'
import { checkNewPath, folderKey, isBelow, pathText, type Place, placeOfText } from './paths.ts'
import type { ReplacedNotes } from './replaced.ts'
import { translating } from './s3-errors.ts'

export interface FolderWritesOptions {
  buckets: Pick<Buckets, 'ensure'>
  index: Pick<LiveIndex, 'putFolder'>
  replaced: Pick<ReplacedNotes, 'hasTaken'>
  /** Moves what was deleted out of the way. @throws AppError `conflict`, `isFolder`, `locked` */
  clear(inTheWay: InTheWay): Promise<void>
}

export class FolderWrites {
  readonly #core: StorageCore
  readonly #options: FolderWritesOptions

  constructor(core: StorageCore, options: FolderWritesOptions) {
    this.#core = core
    this.#options = options
  }

  /**
   * Makes a folder and its parents. Where an operation came between, it is made again once that is closed, unless the
   * operation has taken it along or deleted it: then it was there before.
   * @throws AppError `conflict` for a file at or above its name, also one that came meanwhile
   */
  async make(at: Place): Promise<void> {
    await this.#options.buckets.ensure(at.bucket)
    if (at.path === '') return
    checkNewPath(at)
    const writeId = this.#core.newId()
    try {
      await this.#make(at, writeId)
    } catch (error) {
      // A refused folder leaves nothing: a file above hides its marker until that file goes.
      if (error instanceof AppError && error.code === 'conflict') await translating(() => this.#takeBack(at, writeId))
      throw error
    }
  }

  async #make(at: Place, writeId: string): Promise<void> {
    const path = pathText(at)
    for (;;) {
      const { journal: before, sources } = await untilFreeForNew(this.#core, at)
      const inTheWay = await translating(() => inTheWayOfFolder(this.#core, at))
      if (inTheWay) {
        await (sources.length > 0 ? untilFree(this.#core, path) : this.#options.clear(inTheWay))
        continue
      }
      await this.#core.failpoints.at('folder.checked', path)
      const made = await translating(() => this.#putMarker(at, writeId))
      await this.#core.failpoints.at('folder.settles', path)
      const now = await (made ? this.#core.marks.announce(at, made.version) : this.#core.journal.read())
      const op = laterThan(now, before.rev, path)
      if (!op && before.rev >= now.floor) {
        if (made) this.#options.index.putFolder(at, made.time)
        return
      }
      if (!op) continue
      if (!(await this.#core.journal.untilClosed(op.id, HELD_WAIT_MS))) throw held()
      if (made && (await translating(() => this.#hasFound(op, at, writeId)))) return
    }
  }

  /** Whether an operation has deleted the marker that was put, or moved it. */
  async #hasFound(op: PendingOperation | ClosedOperation, at: Place, writeId: string): Promise<boolean> {
    if (await this.#options.replaced.hasTaken(op, { bucket: at.bucket, key: folderKey(at) })) return true
    if (op.kind !== 'move' || op.src === null || op.dst === null || !isBelow(pathText(at), op.src)) return false
    const to = placeOfText(op.dst + pathText(at).slice(op.src.length))
    return this.#isMarkedBy(writeId, to)
  }

  async #isMarkedBy(writeId: string, at: Place): Promise<boolean> {
    const marker = await headObject(this.#core.clients.control, { bucket: at.bucket, key: folderKey(at) })
    return marker?.metadata[WRITE_ID] === writeId
  }

  async #takeBack(at: Place, writeId: string): Promise<void> {
    if (await this.#isMarkedBy(writeId, at))
      await deleteObjects(this.#core.clients.control, at.bucket, [{ key: folderKey(at) }])
  }

  /** Answers the version of the marker that was put, and its time in milliseconds since 1970; null if one was there. */
  async #putMarker(at: Place, writeId: string): Promise<{ version: string; time: number } | null> {
    const marker = { bucket: at.bucket, key: folderKey(at) }
    if (await headObject(this.#core.clients.control, marker)) return null
    const made = new Date(this.#core.now())
    const metadata = { [MTIME]: formatMtime(made), [WRITE_ID]: writeId }
    const { version } = await putFolderMarker(this.#core.clients.control, marker, metadata)
    return { version, time: made.getTime() }
  }
}
