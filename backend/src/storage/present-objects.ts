// The objects that readers see at or below a place, as S3 has them now, judged by a journal that was read.
import type { StorageCore } from './core.ts'
import { arriving, type JournalState, leaving, touches } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { listObjects } from './listing.ts'
import { fileObject, versionsOfKey } from './names.ts'
import { headObject, type ObjectHead, type ObjectName } from './objects.ts'
import { fileKey, folderKey, overlap, pathText, type Place } from './paths.ts'
import { isHidden, newestUnmarked } from './visibility.ts'

/** `maxKeys`: keys a page, at most. */
interface BelowOptions {
  withVersions?: boolean
  maxKeys?: number | undefined
}

export class PresentObjects {
  readonly #core: Pick<StorageCore, 'clients'>

  constructor(core: Pick<StorageCore, 'clients'>) {
    this.#core = core
  }

  /** The file at a place, or null. `look`: how S3 is asked what the object of that name is. */
  async file(journal: JournalState, at: Place, look = this.#head): Promise<ObjectHead | null> {
    const path = pathText(at)
    if (at.path === '' || leaving(journal, path)) return null
    const op = arriving(journal, path)
    if (op && !op.merge) return null
    if (!op) return look(fileObject(at))
    const versions = await versionsOfKey(this.#core, at.bucket, fileKey(at))
    for await (const { key, version } of newestUnmarked(journal, at.bucket, versions))
      return this.#head({ bucket: at.bucket, key, version })
    return null
  }

  readonly #head = (object: ObjectName): Promise<ObjectHead | null> => headObject(this.#core.clients.control, object)

  /** The first of all objects below a folder: its marker, if it has one. */
  async first(journal: JournalState, at: Place): Promise<Listed | null> {
    const path = pathText(at)
    if (leaving(journal, path)) return null
    // A page of a thousand keys takes a hundred times as long, and only what is pending may hide the first of them.
    const maxKeys = journal.ops.some((op) => touches(op, path)) ? undefined : 1
    for await (const listed of this.below(journal, at, { maxKeys })) return listed
    return null
  }

  async isFolder(journal: JournalState, at: Place): Promise<boolean> {
    return at.path === '' || (await this.first(journal, at)) !== null
  }

  /** All objects below a folder, with its own marker and those of inner folders. */
  async *below(
    journal: JournalState,
    at: Place,
    { withVersions = false, maxKeys }: BelowOptions = {},
  ): AsyncGenerator<Listed> {
    const isMerging = journal.ops.some(
      (op) => op.merge && ['copying', 'undoing'].includes(op.state) && op.dst !== null && overlap(op.dst, pathText(at)),
    )
    const versions = withVersions || isMerging
    const asked = { bucket: at.bucket, prefix: folderKey(at), versions, ...(maxKeys !== undefined && { maxKeys }) }
    const listed = listObjects(this.#core.clients, asked)
    for await (const object of versions ? newestUnmarked(journal, at.bucket, listed) : listed)
      if (!isHidden(journal, at.bucket, object)) yield object
  }
}
