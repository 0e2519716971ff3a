// Uploading, saving and deleting files, and creating folders.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { can } from '../../../contract/rights.ts'
import { bodyOf, declaredLength } from '../../http/request-body.ts'
import { AppError } from '../../lib/app-error.ts'
import { locate, type Place, type UserPath } from '../../storage/paths.ts'
import type { Expectation, FileStat } from '../../storage/types.ts'
import { type Actor, auditedOf, authorOf } from '../access/actor.ts'
import type { Reservation } from '../quotas/service.ts'
import { createObserving, type Source } from './observing.ts'
import type { FilesOptions } from './options.ts'
import type { Sniffer } from './sniffer.ts'

export interface UploadOptions {
  /** Its body is the file. */
  request: IncomingMessage
  override: boolean
  /** The modification time of the file; undefined for now. */
  modified: Date | undefined
}

const bodyFrom = (request: IncomingMessage): Source => ({
  length: declaredLength(request),
  open: (onBytes) => bodyOf(request, onBytes),
})

/** Throws if the existing file is not the one that may be replaced. */
export type PresentCheck = (present: FileStat) => void

export interface SaveOptions {
  /** Its body is the content. */
  request: IncomingMessage
  check?: PresentCheck | undefined
}

export interface PutStreamOptions {
  body: Readable
  /** The time the file is to have; undefined for now. */
  modified: Date | undefined
  /** The length in bytes, if known. */
  length?: number | undefined
  /** Whether an existing file must not be replaced. */
  isNew?: boolean
  /** The ETag of the only file that may be replaced, if given. */
  replaces?: string
}

export interface Writing {
  /**
   * Creates a folder and its parents. An existing one is kept.
   * @throws AppError `forbidden`, `conflict` for a file with that name or the shared folder's name
   */
  makeFolder(actor: Actor, path: UserPath): Promise<void>
  /**
   * Stores a request's body as a file, completely or not at all.
   * @throws AppError `forbidden`, `conflict` (already exists, below a file), `isFolder`, `locked`, `noRoom`
   */
  upload(actor: Actor, path: UserPath, options: UploadOptions): Promise<FileStat>
  /**
   * Replaces the content of an existing file.
   * @throws AppError `forbidden`, `notFound`, `isFolder`, `locked`, `noRoom`, and what `check` throws
   */
  save(actor: Actor, path: UserPath, options: SaveOptions): Promise<FileStat>
  /**
   * Stores a stream as a file, completely or not at all. A new file needs `create`, a replacement `modify`.
   * @throws AppError `forbidden`, `conflict` (already exists, below a file), `isFolder`, `locked`, `noRoom`,
   *   `goneMeanwhile` (replaces)
   */
  put(actor: Actor, path: UserPath, options: PutStreamOptions): Promise<FileStat>
  /**
   * Deletes a file or a tree and returns the id of its trash note; null on a storage without versions, where it is
   * gone.
   * @throws AppError `forbidden`, `conflict` (shared folder), `notFound`, `locked`
   */
  remove(actor: Actor, path: UserPath): Promise<string | null>
}

/** Bytes that are to become a file. */
interface Write {
  source: Source
  expect: Expectation
  modified?: Date | undefined
  check?: PresentCheck | undefined
  isExclusive?: boolean
}

export class FileWriting implements Writing {
  readonly #options: FilesOptions
  readonly #observe: ReturnType<typeof createObserving>

  constructor(options: FilesOptions, sniffer: Sniffer) {
    this.#options = options
    this.#observe = createObserving(options, sniffer)
  }

  async makeFolder(actor: Actor, path: UserPath): Promise<void> {
    const { storage, tree } = this.#options
    const place = tree.placeOfNewFolder(actor, path)
    if (place !== null) await storage.makeFolder(place)
  }

  async upload(actor: Actor, path: UserPath, { request, override, modified }: UploadOptions): Promise<FileStat> {
    const { access, tree, hooks } = this.#options
    tree.placeToChange(actor, 'create', path)
    // Who may not modify overwrites nothing, not even what appears meanwhile.
    const expect = override && can(actor, 'modify') ? 'any' : 'absent'
    const source = bodyFrom(request)
    return hooks
      .around({ event: 'upload', actor, file: path }, () => this.#write(actor, path, { source, expect, modified }))
      .catch((error: unknown) => {
        if (override && error instanceof AppError && error.code === 'conflict') access.demand(actor, 'modify')
        throw error
      })
  }

  async save(actor: Actor, path: UserPath, { request, check }: SaveOptions): Promise<FileStat> {
    const { tree, hooks } = this.#options
    const place = tree.placeToChange(actor, 'modify', path)
    // Checked here, too, so that a file that would be refused at the end is not sent, and no hook runs.
    if (check) await this.#checkPresent(place, check)
    return hooks.around({ event: 'save', actor, file: path }, () =>
      this.#write(actor, path, {
        source: bodyFrom(request),
        expect: 'present',
        check,
        isExclusive: check !== undefined,
      }),
    )
  }

  async put(actor: Actor, path: UserPath, options: PutStreamOptions): Promise<FileStat> {
    const { access, tree, hooks } = this.#options
    const { body, modified, length, isNew = false, replaces } = options
    const [create, modify] = [can(actor, 'create'), can(actor, 'modify')]
    tree.placeToChange(actor, create || isNew || !modify ? 'create' : 'modify', path)
    const expect: Expectation = isNew || !modify ? 'absent' : create ? 'any' : 'present'
    // It may fail before anybody reads it. A later reader gets the error then.
    body.on('error', () => undefined)
    const source = { length, open: () => body }
    const check = replaces === undefined ? undefined : isStill(replaces)
    return hooks
      .around({ event: 'upload', actor, file: path }, () =>
        this.#write(actor, path, { source, expect, modified, check }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        // A conflict or a missing file is reported as the missing permission that it would have needed.
        if (error.code === 'conflict' && !isNew) access.demand(actor, 'modify')
        if (error.code === 'notFound') access.demand(actor, 'create')
        throw error
      })
  }

  async remove(actor: Actor, path: UserPath): Promise<string | null> {
    const { storage, tree, hooks, audit, quotas } = this.#options
    const place = tree.placeToChange(actor, 'delete', path)
    const asked = { by: authorOf(actor), shown: { source: path, destination: '' }, ...tree.treeCheck(actor, path) }
    const { isLimited } = await quotas.replacementAt(actor.userId, place)
    const { id } = await hooks.around({ event: 'delete', actor, file: path }, () =>
      storage.operations.remove(place, { ...asked, isLimited }),
    )
    audit.note({ kind: 'delete', ...auditedOf(actor), path })
    return storage.capabilities.versioning ? id : null
  }

  async #write(actor: Actor, path: UserPath, write: Write): Promise<FileStat> {
    const { storage, rights, quotas, now } = this.#options
    const { source, expect, modified, check, isExclusive } = write
    const place = locate(actor.mounts, path)
    const { length } = source
    const replacement = await quotas.replacementAt(actor.userId, place)
    // The last that may fail before it is sure to end: room that is taken is renewed until then.
    const reservation = await this.#reserve(actor, place, { length, expect })
    const body = this.#observe(path, source)
    let narrowed: 'absent' | undefined
    try {
      // What is refused at the end anyway need not be sent.
      if (replacement.isLimited && expect !== 'absent')
        await replacement.claim(await this.#sizeAt(actor, path), body.size())
      const stat = await storage.put(place, length === undefined ? reservation.limit(body.stream) : body.stream, {
        expect,
        modified: modified ?? new Date(now()),
        length,
        isExclusive,
        confirm: async (replaced) => {
          narrowed = await rights.confirmWrite({ userId: actor.userId, at: place, expect })
          await reservation.confirm()
          if (narrowed === undefined) await replacement.claim(replaced?.size ?? 0, body.size())
          if (check) await this.#checkPresent(place, check)
          return narrowed
        },
        replacing: { by: authorOf(actor), shown: path },
        putBy: actor.kind === 'person' ? actor.userId : undefined,
      })
      reservation.end('written')
      body.learn(place, stat)
      return stat
    } catch (error) {
      reservation.end({ error })
      throw narrowed ? asForbidden(error) : error
    } finally {
      body.drop()
      await replacement.end()
    }
  }

  /** Room for what is to come. @throws AppError `noRoom`, and what the write itself would be refused with */
  async #reserve(
    actor: Actor,
    place: Place,
    { length, expect }: { length: number | undefined; expect: Expectation },
  ): Promise<Reservation> {
    const { storage, quotas } = this.#options
    const reservation = await quotas.reservationFor(actor.userId, place)
    if (!reservation.isLimited || length === undefined) return reservation
    // What is refused anyway is refused for its own reason.
    await storage.checkWritable(place, expect)
    await reservation.claim(length)
    return reservation
  }

  /** Bytes of the file that is there; 0 for none. */
  async #sizeAt(actor: Actor, path: UserPath): Promise<number> {
    const { storage, tree } = this.#options
    if (!storage.capabilities.versioning) return 0
    const found = await tree.statIfThere(actor, path)
    return found?.kind === 'file' ? found.size : 0
  }

  async #checkPresent(place: Place, check: PresentCheck): Promise<void> {
    const found = await this.#options.storage.stat(place)
    // The write itself refuses a folder, with its own message.
    if (found.kind === 'file') check(found)
  }
}

/** Whether the existing file still has this ETag of the storage. */
const isStill =
  (etag: string): PresentCheck =>
  (present) => {
    if (present.etag !== etag) throw new AppError('goneMeanwhile', 'the file was changed in the meantime')
  }

/** Who had the permission to replace when it began, and has lost it since, is told that. */
const asForbidden = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'conflict'
    ? new AppError('forbidden', 'the permission modify was removed in the meantime', { cause: error })
    : error
