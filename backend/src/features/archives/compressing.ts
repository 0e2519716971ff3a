// "Compress here": writes an archive of some items of a folder into that folder.
import { ARCHIVE_ENDINGS } from '../../../contract/archives.ts'
import type { CompressBody } from '../../../contract/opened-archives.ts'
import { AppError } from '../../lib/app-error.ts'
import { childOf, parseUserPath, type UserPath } from '../../storage/paths.ts'
import type { OutsideProgress, RunningOperation, Storage } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { Files } from '../files/service.ts'
import type { Tree } from '../tree/service.ts'
import { counted } from './counted.ts'
import type { Archive, Archives } from './service.ts'

export interface CompressingOptions {
  storage: Pick<Storage, 'works'>
  tree: Pick<Tree, 'freePath' | 'placeToChange'>
  files: Pick<Files, 'put'>
  archives: Pick<Archives, 'prepare'>
}

/** An archive that is being written to a file. */
interface Writing {
  path: UserPath
  archive: Archive
}

export class Compressing {
  readonly #options: CompressingOptions

  constructor(options: CompressingOptions) {
    this.#options = options
  }

  /**
   * Begins to write an archive beside its contents, under the given name or the next free one.
   * @throws AppError `downloadDenied`, `forbidden`, `notFound`, `badRequest` (an invalid name), `unavailable`
   */
  async begin(actor: Actor, folder: UserPath, { name, format, names }: CompressBody): Promise<RunningOperation> {
    if (name.includes('/') || !name.endsWith(ARCHIVE_ENDINGS[format]))
      throw new AppError('badRequest', `the name does not end in ${ARCHIVE_ENDINGS[format]}`)
    const { storage, tree, archives } = this.#options
    const path = await tree.freePath(actor, parseUserPath(childOf(folder, name)))
    tree.placeToChange(actor, 'create', path)
    const gone = new AbortController()
    const files = names.map(encodeURIComponent).join(',')
    const asked = { folder, files, algo: format, base: folder, rootName: name, signal: gone.signal }
    const archive = await archives.prepare(actor, asked)
    const work = storage.works.begin({
      kind: 'compress',
      by: authorOf(actor),
      shown: { source: childOf(folder, names[0] ?? ''), destination: path },
      isDir: names.length > 1,
      total: { items: 1, bytes: archive.length ?? 0 },
      run: async (progress, signal) => {
        await this.#write(actor, { path, archive }, { progress, signal })
        return 0
      },
      // The archive is written whole or not at all, so there is nothing to delete.
      takeBack: async () => gone.abort(),
    })
    return work.catch(async (error: unknown) => {
      await archive.close()
      throw error
    })
  }

  async #write(
    actor: Actor,
    { path, archive }: Writing,
    { progress, signal }: { progress: OutsideProgress; signal: AbortSignal },
  ): Promise<void> {
    const bytes = archive.body()
    const stop = () => bytes.destroy(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await this.#options.files.put(actor, path, {
        body: counted(bytes, progress),
        modified: undefined,
        length: archive.length ?? undefined,
        isNew: true,
      })
      progress.add({ items: 1 })
    } finally {
      signal.removeEventListener('abort', stop)
      bytes.destroy()
      await archive.close()
    }
  }
}
