// Files and folders of a person: what the routes call, over the authoriser and the storage.
import type { Usage } from '../../../contract/resources.ts'
import { nameOf, type Place, type UserPath } from '../../storage/paths.ts'
import type { FileStat, OpenFile, Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Rights } from '../access/rights.ts'
import type { Audit } from '../audit/service.ts'
import type { Checksums } from '../checksums/service.ts'
import type { Resolutions } from '../previews/resolutions.ts'
import type { Histories } from '../quotas/histories.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Hooks } from '../shell/hooks.ts'
import type { Tree } from '../tree/service.ts'
import type { UsageMeter } from '../usage/service.ts'
import type { User } from '../users/user.ts'
import { createChanging, type Changing } from './changing.ts'
import { mimeOfName } from './file-type.ts'
import { createReading, type Reading } from './reading.ts'
import { createSniffer } from './sniffer.ts'
import { tellUsage } from './usage.ts'
import { createFileVersions, type FileVersionsService } from './versions.ts'
import { createWriting, type Writing } from './writing.ts'

export interface FilesOptions {
  storage: Storage
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Tree
  /** What a person may still do when a write takes effect. */
  rights: Rights
  /** How many pixels pictures have. */
  resolutions: Resolutions
  checksums: Pick<Checksums, 'of' | 'follow'>
  /** What people with a quota may still write. */
  quotas: Pick<Quotas, 'reservationFor' | 'replacementAt' | 'admissionTo' | 'historyLimitOf'>
  /** How much old versions take. */
  histories: Pick<Histories, 'known'>
  settings: { get(): Promise<{ sharedLimit: number }> }
  meter: UsageMeter
  /** What the settings want run before and after. */
  hooks: Hooks
  audit: Pick<Audit, 'note'>
  /** Bytes of the whole storage, as the setting says; 0 for not known. */
  storageTotal: number
  /** Milliseconds since 1970. */
  now(): number
}

/** A file about to be downloaded. */
export interface Download {
  place: Place
  file: OpenFile
  /** The MIME type by its name, or else by its bytes. */
  type: string
}

export interface Files extends Reading, Writing, Changing, FileVersionsService {
  /**
   * A file, or one version of it, pinned for download; null for a folder.
   * @throws AppError `downloadDenied`, `forbidden`, `notFound`
   */
  open(actor: Actor, path: UserPath, version?: string): Promise<Download | null>
  /**
   * What is known of a file without a question to the storage: that of the last download, while the index says that it
   * is still the same; else null.
   * @throws AppError `downloadDenied`, `forbidden`
   */
  recall(actor: Actor, path: UserPath): Promise<FileStat | null>
  /**
   * Bytes used of the person's scope, what its old versions take, and what there is in all; 0 of 0 for a file.
   * @throws AppError `forbidden`, `notFound`
   */
  usage(actor: Actor, path: UserPath, user: Pick<User, 'quota' | 'historyLimit'>): Promise<Usage>
}

export function createFiles(options: FilesOptions): Files {
  const { access, tree } = options
  const sniffer = createSniffer()
  return {
    ...createReading(options, sniffer),
    ...createWriting(options, sniffer),
    ...createChanging(options),

    ...createFileVersions(options),

    async open(actor, path, version) {
      const place = access.authorize(actor, 'download', path)
      const file = await tree.open(actor, path, version)
      if (!file) return null
      const name = nameOf(path)
      const sniffed = await sniffer.look({ place, name, stat: file.stat }, file)
      return { place, file, type: mimeOfName(name) ?? sniffed ?? 'application/octet-stream' }
    },

    async recall(actor, path) {
      access.authorize(actor, 'download', path)
      return options.storage.recall(access.authorize(actor, 'read', path))
    },

    async usage(actor, path, user) {
      if ((await tree.stat(actor, path)).kind === 'file') return { total: 0, used: 0 }
      return tellUsage(options, actor, user)
    },
  }
}
