// Files that come, are saved and go; folders that are made.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { can } from '../../../contract/rights.ts'
import { SNIFF_BYTES } from '../../../contract/resources.ts'
import { bodyOf, declaredLength, type OnBytes } from '../../http/request-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { childOf, locate, nameOf, type Place, type UserPath } from '../../storage/paths.ts'
import type { Expectation, FileStat } from '../../storage/types.ts'
import { type Actor, auditedOf, authorOf } from '../access/actor.ts'
import { isRoot, refuseMount } from '../tree/mount.ts'
import { fileTypeOf, needsSniffing } from './file-type.ts'
import type { FilesOptions } from './service.ts'
import type { Sniffer } from './sniffer.ts'

export interface UploadOptions {
  override: boolean
  /** The time the file is to have; undefined for now. */
  modified: Date | undefined
}

/** Where bytes come from. `onBytes` sees all of them, where the source has a word for that. */
interface Source {
  length: number | undefined
  open(onBytes: OnBytes): Readable
}

const bodyFrom = (request: IncomingMessage): Source => ({
  length: declaredLength(request),
  open: (onBytes) => bodyOf(request, onBytes),
})

export interface PutStreamOptions {
  /** The time the file is to have; undefined for now. */
  modified: Date | undefined
  /** Bytes, where they are known. */
  length?: number | undefined
  /** Whether nothing may be replaced. */
  isNew?: boolean
  /** The ETag of what may be replaced, if nothing else may. */
  replaces?: string
}

export interface Writing {
  /**
   * Makes a folder and its parents; one that is there stays.
   * @throws AppError `forbidden`, `conflict` for a file in the way or the shared folder's name
   */
  makeFolder(actor: Actor, path: UserPath): Promise<void>
  /**
   * Stores a request's body as a file, whole or not at all.
   * @throws AppError `forbidden`, `conflict` (there already, below a file), `isFolder`, `locked`, `noRoom`
   */
  upload(actor: Actor, path: UserPath, body: IncomingMessage, options: UploadOptions): Promise<FileStat>
  /**
   * Replaces the content of a file that is there.
   * @throws AppError `forbidden`, `notFound`, `isFolder`, `locked`, `noRoom`
   */
  save(actor: Actor, path: UserPath, body: IncomingMessage): Promise<FileStat>
  /**
   * Stores a stream as a file, whole or not at all: a new one with `create`, in the place of another with `modify`.
   * @throws AppError `forbidden`, `conflict` (there already, below a file), `isFolder`, `locked`, `noRoom`,
   * `goneMeanwhile` (replaces)
   */
  put(actor: Actor, path: UserPath, body: Readable, options: PutStreamOptions): Promise<FileStat>
  /**
   * Deletes a file or a tree and answers the id of its trash note; null on a storage without versions, where it is
   * gone.
   * @throws AppError `forbidden`, `conflict` (shared folder), `notFound`, `locked`
   */
  remove(actor: Actor, path: UserPath): Promise<string | null>
}

export function createWriting(options: FilesOptions, sniffer: Sniffer): Writing {
  const { storage, access, rights, resolutions, checksums, quotas, hooks, audit, now } = options

  async function write(
    actor: Actor,
    path: UserPath,
    source: Source,
    options: { expect: Expectation; modified: Date | undefined; replaces?: string | undefined },
  ): Promise<FileStat> {
    const place = locate(actor.mounts, path)
    const reservation = await quotas.reservationFor(actor.userId, place)
    const { length } = source
    if (reservation.isLimited && length !== undefined) {
      // What is refused anyway is refused for its own reason.
      await storage.checkWritable(place, options.expect)
      await reservation.claim(length)
    }
    const replacement = await quotas.replacementAt(actor.userId, place)
    let size = length ?? 0
    let first: Buffer | undefined
    const isOpen = needsSniffing(nameOf(path), SNIFF_BYTES)
    const isPicture = fileTypeOf({ name: nameOf(path), size: SNIFF_BYTES, sniffed: null }) === 'image'
    const followed = checksums.follow(length)
    let narrowed: 'absent' | undefined
    const body = source.open((bytes) => {
      if (isOpen || isPicture) first ??= Buffer.from(bytes.subarray(0, isPicture ? bytes.length : SNIFF_BYTES))
      if (length === undefined) size += bytes.length
      return followed.take(bytes)
    })
    try {
      // What is refused at the end anyway need not be sent.
      if (replacement.isLimited && options.expect !== 'absent') await replacement.claim(await sizeAt(place), size)
      const stat = await storage.put(place, length === undefined ? reservation.limit(body) : body, {
        expect: options.expect,
        modified: options.modified ?? new Date(now()),
        length,
        confirm: async (replaced) => {
          narrowed = await rights.confirmWrite({ userId: actor.userId, at: place, expect: options.expect })
          await reservation.confirm()
          if (narrowed === undefined) await replacement.claim(replaced?.size ?? 0, size)
          if (options.replaces !== undefined) await checkIsSame(place, options.replaces)
          return narrowed
        },
        replacing: { by: authorOf(actor), shown: path },
      })
      reservation.end('written')
      followed.keep(place, stat)
      // The first bytes off the wire may be fewer than what is looked at.
      if (isOpen && first && first.length >= Math.min(SNIFF_BYTES, stat.size)) sniffer.learn(place, stat, first)
      if (isPicture && first) resolutions.learn(place, stat, first)
      return stat
    } catch (error) {
      reservation.end({ error })
      if (narrowed && error instanceof AppError && error.code === 'conflict') {
        throw new AppError('forbidden', 'the permission modify was removed in the meantime', { cause: error })
      }
      throw error
    } finally {
      replacement.end()
      followed.drop()
      body.destroy()
    }
  }

  return {
    async makeFolder(actor, path) {
      const place = access.authorize(actor, 'create', path)
      if (isRoot(path)) return
      refuseMount(actor, path)
      await storage.makeFolder(place)
    },

    async upload(actor, path, request, { override, modified }) {
      access.authorize(actor, 'create', path)
      refuseMount(actor, path)
      // Who may not modify overwrites nothing, not even what appears meanwhile.
      const expect = override && can(actor, 'modify') ? 'any' : 'absent'
      return hooks
        .around({ event: 'upload', actor, file: path }, () =>
          write(actor, path, bodyFrom(request), { expect, modified }),
        )
        .catch((error: unknown) => {
          if (override && error instanceof AppError && error.code === 'conflict') access.demand(actor, 'modify')
          throw error
        })
    },

    async save(actor, path, request) {
      access.authorize(actor, 'modify', path)
      refuseMount(actor, path)
      return hooks.around({ event: 'save', actor, file: path }, () =>
        write(actor, path, bodyFrom(request), { expect: 'present', modified: undefined }),
      )
    },

    async put(actor, path, body, { modified, length, isNew = false, replaces }) {
      const [create, modify] = [can(actor, 'create'), can(actor, 'modify')]
      access.authorize(actor, create || isNew || !modify ? 'create' : 'modify', path)
      refuseMount(actor, path)
      const expect: Expectation = isNew || !modify ? 'absent' : create ? 'any' : 'present'
      // It may fail before anybody reads it: who reads later is told then.
      body.on('error', () => undefined)
      return hooks
        .around({ event: 'upload', actor, file: path }, () =>
          write(actor, path, { length, open: () => body }, { expect, modified, replaces }),
        )
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          // What is in the way, or not there, is what the missing permission would have been for.
          if (error.code === 'conflict' && !isNew) access.demand(actor, 'modify')
          if (error.code === 'notFound') access.demand(actor, 'create')
          throw error
        })
    },

    async remove(actor, path) {
      const place = access.authorize(actor, 'delete', path)
      refuseMount(actor, path)
      const { id } = await hooks.around({ event: 'delete', actor, file: path }, () =>
        storage.operations.remove(place, {
          by: authorOf(actor),
          shown: { source: path, destination: '' },
          check: (relative) => checkTree(actor, path, relative),
        }),
      )
      audit.note({ kind: 'delete', ...auditedOf(actor), path })
      return storage.capabilities.versioning ? id : null
    },
  }

  /** Bytes of the file that is there; 0 for none. */
  async function sizeAt(place: Place): Promise<number> {
    if (!storage.capabilities.versioning) return 0
    const found = await storage.stat(place).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'notFound') return null
      throw error
    })
    return found?.kind === 'file' ? found.size : 0
  }

  async function checkIsSame(place: Place, etag: string): Promise<void> {
    const found = await storage.stat(place)
    if (found.kind === 'folder' || found.etag !== etag)
      throw new AppError('goneMeanwhile', 'the file was changed in the meantime')
  }

  function checkTree(actor: Actor, path: UserPath, relative: string): void {
    const at = relative === '' ? path : childOf(path, relative)
    if (!access.permitsTree(actor, at)) throw new AppError('forbidden', 'a rule denies something in this folder')
  }
}
