// A person's files and folders: what the routes call, on top of the authoriser and the storage.
import type { Usage } from '../../../contract/resources.ts'
import { nameOf, type Place, type UserPath } from '../../storage/paths.ts'
import type { FileStat, OpenFile, OpenOptions } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'
import { type Changing, FileChanging } from './changing.ts'
import { mimeOfName } from './file-type.ts'
import { type ChangedListings, createChangedListings } from './listing-changes.ts'
import type { FilesOptions } from './options.ts'
import { FileReading, type Reading } from './reading.ts'
import { createSniffer } from './sniffer.ts'
import { tellUsage } from './usage.ts'
import { HouseFileVersions, type FileVersionsService } from './versions.ts'
import { FileWriting, type Writing } from './writing.ts'

/** A file ready to be downloaded. */
export interface Download {
  place: Place
  file: OpenFile
  /** The MIME type by its name, or else by its bytes. */
  type: string
}

/**
 * How a file is opened. `asKnown`: as S3 told it last, without another request, where the index confirms that it is
 * unchanged: for those who will hardly read it.
 */
export interface DownloadWish extends OpenOptions {
  asKnown?: boolean
}

export interface Files extends Reading, ChangedListings, Writing, Changing, FileVersionsService {
  /**
   * A file, or one version of it, pinned for download; null for a folder.
   * @throws AppError `downloadDenied`, `forbidden`, `notFound`
   */
  open(actor: Actor, path: UserPath, how?: DownloadWish): Promise<Download | null>
  /**
   * What the last download of a file told, as long as the index confirms that it is unchanged; otherwise null. Makes no
   * request to the storage.
   * @throws AppError `downloadDenied`, `forbidden`
   */
  recall(actor: Actor, path: UserPath): Promise<FileStat | null>
  /**
   * Bytes used in the person's scope, bytes of its older versions, and the total; 0 of 0 for a file.
   * @throws AppError `forbidden`, `notFound`
   */
  usage(actor: Actor, path: UserPath, user: Pick<User, 'quota' | 'historyLimit'>): Promise<Usage>
}

export function createFiles(options: FilesOptions): Files {
  const { access, tree } = options
  const sniffer = createSniffer()
  const [reading, writing] = [new FileReading(options, sniffer), new FileWriting(options, sniffer)]
  const changing = new FileChanging(options)
  const versions = new HouseFileVersions(options)
  async function recall(actor: Actor, path: UserPath): Promise<FileStat | null> {
    access.authorize(actor, 'download', path)
    return options.storage.recall(access.authorize(actor, 'read', path))
  }
  return {
    describe: (actor, path, wanted) => reading.describe(actor, path, wanted),
    describeVersion: (actor, path, wanted) => reading.describeVersion(actor, path, wanted),
    isFolder: (actor, path) => reading.isFolder(actor, path),
    versionOf: (actor, path) => reading.versionOf(actor, path),
    ...createChangedListings(options, sniffer),
    makeFolder: (actor, path) => writing.makeFolder(actor, path),
    upload: (actor, path, wanted) => writing.upload(actor, path, wanted),
    save: (actor, path, options) => writing.save(actor, path, options),
    put: (actor, path, wanted) => writing.put(actor, path, wanted),
    remove: (actor, path) => writing.remove(actor, path),
    change: (actor, wanted) => changing.change(actor, wanted),
    versions: (actor, path) => versions.versions(actor, path),
    restoreVersion: (actor, path, version) => versions.restoreVersion(actor, path, version),

    async open(actor, path, { asKnown = false, ...how } = {}) {
      const place = access.authorize(actor, 'download', path)
      const known = asKnown && how.version === undefined ? await recall(actor, path) : null
      const file = known ? options.storage.pinned(place, known) : await tree.open(actor, path, how)
      if (!file) return null
      const name = nameOf(path)
      const sniffed = await sniffer.look({ place, name, stat: file.stat }, file)
      return { place, file, type: mimeOfName(name) ?? sniffed ?? 'application/octet-stream' }
    },

    recall,

    async usage(actor, path, user) {
      if (!(await reading.isFolder(actor, path))) return { total: 0, used: 0 }
      return tellUsage(options, actor, user)
    },
  }
}
