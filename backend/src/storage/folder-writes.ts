// Making folders: a folder is there as soon as it has its marker.
import type { Buckets } from './buckets.ts'
import type { StorageCore } from './core.ts'
import { untilFree } from './free.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import { laterThan } from './journal-state.ts'
import type { LiveIndex } from './live/live-index.ts'
import { formatMtime, MTIME } from './metadata.ts'
import { type InTheWay, inTheWayOfFolder } from './names.ts'
import { headObject, putFolderMarker } from './objects.ts'
import { checkNewPath, folderKey, pathText, type Place } from './paths.ts'
import { translating } from './s3-errors.ts'

export interface FolderWritesOptions {
  buckets: Pick<Buckets, 'ensure'>
  index: Pick<LiveIndex, 'putFolder'>
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

  /** Makes a folder and its parents. Where an operation came between, it is made again once that is closed. */
  async make(at: Place): Promise<void> {
    await this.#options.buckets.ensure(at.bucket)
    if (at.path === '') return
    checkNewPath(at)
    const path = pathText(at)
    for (;;) {
      const before = await untilFree(this.#core, path)
      const inTheWay = await translating(() => inTheWayOfFolder(this.#core, at))
      if (inTheWay) {
        await this.#options.clear(inTheWay)
        continue
      }
      const made = await translating(() => this.#putMarker(at))
      const now = await this.#core.journal.read()
      const op = laterThan(now, before.rev, path)
      if (!op && before.rev >= now.floor) {
        if (made) await this.#tell(at, made)
        return
      }
      if (op && !(await this.#core.journal.untilClosed(op.id, HELD_WAIT_MS))) throw held()
    }
  }

  async #tell(at: Place, made: Date): Promise<void> {
    await this.#core.marks.announce(at.bucket)
    this.#options.index.putFolder(at, made.getTime())
  }

  /** Answers the time of the marker that was put; null where one was there. */
  async #putMarker(at: Place): Promise<Date | null> {
    const marker = { bucket: at.bucket, key: folderKey(at) }
    if (await headObject(this.#core.clients.control, marker)) return null
    const made = new Date(this.#core.now())
    await putFolderMarker(this.#core.clients.control, marker, { [MTIME]: formatMtime(made) })
    return made
  }
}
