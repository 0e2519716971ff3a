// The versions of a file, and making an older one current again.
import type { FileVersion } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import type { UserPath } from '../../storage/paths.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { FilesOptions } from './options.ts'

export interface FileVersionsService {
  /** The versions of a file that is there, newest first. @throws AppError `forbidden`, `notFound` */
  versions(actor: Actor, path: UserPath): Promise<FileVersion[]>
  /**
   * Makes an older version current; the current one becomes the newest of the older ones.
   * @throws AppError `forbidden` without `modify`, `notFound`, `badRequest`, `locked`, `noRoom`
   */
  restoreVersion(actor: Actor, path: UserPath, version: string): Promise<void>
}

export class HouseFileVersions implements FileVersionsService {
  readonly #options: Pick<FilesOptions, 'storage' | 'access' | 'quotas'>

  constructor(options: Pick<FilesOptions, 'storage' | 'access' | 'quotas'>) {
    this.#options = options
  }

  async versions(actor: Actor, path: UserPath): Promise<FileVersion[]> {
    const { storage, access } = this.#options
    const versions = await storage.versions(access.authorize(actor, 'read', path))
    return versions.map(({ version, size, modified, written, isLatest }) => ({
      id: version,
      size,
      modified: modified.toISOString(),
      written: written.toISOString(),
      isLatest,
    }))
  }

  async restoreVersion(actor: Actor, path: UserPath, version: string): Promise<void> {
    const { storage, access, quotas } = this.#options
    const place = access.authorize(actor, 'modify', path)
    if (version === '') throw new AppError('badRequest', 'the parameter version is missing')
    const reservation = await quotas.reservationFor(actor.userId, place)
    const replacement = await quotas.replacementAt(actor.userId, place)
    const isLimited = reservation.isLimited || replacement.isLimited
    const size = isLimited ? ((await storage.versions(place)).find((one) => one.version === version)?.size ?? 0) : 0
    if (reservation.isLimited) await reservation.claim(size)
    try {
      await storage.restoreVersion(place, version, {
        replacing: { by: authorOf(actor), shown: path },
        confirm: async (replaced) => {
          await replacement.claim(replaced?.size ?? 0, size)
          return undefined
        },
      })
      reservation.end('written')
    } catch (error) {
      reservation.end({ error })
      throw error
    } finally {
      await replacement.end()
    }
  }
}
