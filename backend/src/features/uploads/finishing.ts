// The end of an upload: the file in its place, or nothing of it left.
import { AppError, nullIfNotFound } from '../../lib/app-error.ts'
import type { Chunk } from '../../storage/resumable/receive.ts'
import type { Reopened, ResumableUploads } from '../../storage/resumable/resumable-uploads.ts'
import type { FileStat, Storage, WriteOptions } from '../../storage/types.ts'
import type { Rights } from '../access/rights.ts'
import type { Quotas, Replacement } from '../quotas/service.ts'
import type { Hooks } from '../files/hooks.ts'
import { isNoted, placeOf, putterIn, readHeld, type UploadRecord, uploadOf } from './record.ts'

/** Checked right before the file appears. If it throws, the upload keeps its bytes. */
export type ConfirmFinish = () => Promise<void>

type Make = () => Promise<FileStat>
/** How to make a file: the checks before it appears, and the space for what it replaces. */
interface Making {
  confirm: ConfirmFinish | undefined
  replacement: Replacement
  size: number
}

export interface FinishingOptions {
  storage: Pick<Storage, 'stat' | 'put' | 'ownVersions'>
  bytes: ResumableUploads
  rights: Rights
  quotas: Pick<Quotas, 'replacementAt'>
  hooks: Pick<Hooks, 'aroundUpload'>
}

export class Finishing {
  readonly #options: FinishingOptions

  constructor(options: FinishingOptions) {
    this.#options = options
  }

  /**
   * Makes the file of an upload. A second call finds it already there. `isFirstTry`: nobody can have made it, or a
   * shorter form of it, so it is not looked for.
   * @throws AppError `conflict` if the name was taken meanwhile and must not be replaced; `forbidden` if the person may
   *   no longer write there; `goneMeanwhile` if the storage has lost bytes; `locked`, `noRoom`, `unavailable` if it may
   *   be tried again
   */
  makeFile(record: UploadRecord, confirm?: ConfirmFinish, isFirstTry = false): Promise<FileStat> {
    return this.#withHooks(record, () => this.#makeFile(record, confirm, isFirstTry))
  }

  /**
   * Makes the file of a chunk that holds everything.
   * @throws AppError like `makeFile`, and `badRequest` if the chunk is interrupted
   */
  putAtOnce(record: UploadRecord, chunk: Chunk, confirm?: ConfirmFinish): Promise<FileStat> {
    return this.#withHooks(record, () => this.#putAtOnce(record, chunk, confirm))
  }

  /**
   * Turns a file made before into the beginning of its upload again.
   * @throws AppError `goneMeanwhile` if the file was changed in the meantime
   */
  async reopen(record: UploadRecord): Promise<Reopened> {
    return this.#options.bytes.reopen(uploadOf(record), await this.#ownFile(record))
  }

  /** Removes the file that an upload has become, unless somebody has written since. Returns whether it did. */
  takeBack(record: UploadRecord): Promise<boolean> {
    return this.#options.storage.ownVersions.takeBack(placeOf(record), record.generation)
  }

  /** Removes what an upload stores. The file at its path is not touched. */
  discard(record: Pick<UploadRecord, 'at' | 'held'>): Promise<void> {
    return this.#options.bytes.discard({ at: placeOf(record), held: readHeld(record) })
  }

  /** Runs the hooks before and after the file appears. */
  #withHooks(record: UploadRecord, make: Make): Promise<FileStat> {
    return this.#options.hooks.aroundUpload({ userId: record.userId, at: placeOf(record) }, make)
  }

  async #makeFile(record: UploadRecord, confirm: ConfirmFinish | undefined, isFirstTry: boolean): Promise<FileStat> {
    const own = isFirstTry ? null : await this.#findOwn(record)
    if (own?.size === record.offset) {
      await this.#dropSuperseded(record)
      return own
    }
    const now = await this.#permitted(record)
    const make = () =>
      this.#making(record, { confirm, size: record.offset }, (how) =>
        this.#options.bytes.complete(uploadOf(record), this.#optionsOf(now, how)),
      )
    const file = await this.#orOwn(record, record.offset, make).catch((error: unknown) => {
      const isDenied = error instanceof AppError && error.code === 'conflict' && now.expect !== record.expect
      throw isDenied
        ? new AppError('forbidden', 'the permission modify was removed in the meantime', { cause: error })
        : error
    })
    if (own !== null) await this.#dropSuperseded(record)
    return file
  }

  #putAtOnce(record: UploadRecord, { body, length }: Chunk, confirm: ConfirmFinish | undefined): Promise<FileStat> {
    const make = () =>
      this.#making(record, { confirm, size: length ?? 0 }, (how) =>
        this.#options.storage.put(placeOf(record), body, { ...this.#optionsOf(record, how), length }),
      )
    return this.#orOwn(record, length, make)
  }

  /** What the person may still do. Whose file is only a shorter form of the same replaces nothing with it. */
  #confirmRights(record: UploadRecord): ReturnType<Rights['confirmWrite']> {
    const expect = isNoted(record) ? 'absent' : record.expect
    return this.#options.rights.confirmWrite({ userId: record.userId, at: placeOf(record), expect })
  }

  /** `size`: of the file to make. */
  #optionsOf(record: UploadRecord, { confirm, replacement, size }: Making): WriteOptions {
    const { expect, modified, userId, username, action, shown, generation } = record
    return {
      expect: isNoted(record) ? 'any' : expect,
      modified: new Date(modified),
      writeId: generation,
      putBy: putterIn(record),
      confirm: async (replaced) => {
        const narrowed = await this.#confirmRights(record)
        await confirm?.()
        if (isNoted(record)) await this.#ownFile(record)
        // A shorter form of the same file is removed when the longer one is there.
        else if (narrowed === undefined) await replacement.claim(replaced?.size ?? 0, size)
        return narrowed
      },
      ...(shown ? { replacing: { by: { userId, username, action }, shown } } : {}),
    }
  }

  /** The record with what it may still replace, which may be less than at the start. */
  async #permitted(record: UploadRecord): Promise<UploadRecord> {
    return { ...record, expect: (await this.#confirmRights(record)) ?? record.expect }
  }

  /** The file at the place, if this upload made it: its write has this upload's id. */
  async #findOwn(record: UploadRecord): Promise<FileStat | null> {
    const stat = await nullIfNotFound(this.#options.storage.stat(placeOf(record)))
    return stat?.kind === 'file' && stat.writeId === record.generation ? stat : null
  }

  /** The same for an upload whose file must exist. @throws AppError `goneMeanwhile` */
  async #ownFile(record: UploadRecord): Promise<FileStat> {
    const own = await this.#findOwn(record)
    if (own === null) throw new AppError('goneMeanwhile', 'the file was changed in the meantime')
    return own
  }

  /** The file that an earlier try has made, if its answer was lost. */
  async #orOwn(record: UploadRecord, size: number | undefined, make: Make): Promise<FileStat> {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'goneMeanwhile')) throw error
      const own = await this.#findOwn(record).catch(() => null)
      if (own !== null && own.size === size) return own
      throw error
    }
  }

  async #making(
    record: UploadRecord,
    how: Omit<Making, 'replacement'>,
    make: (making: Making) => Promise<FileStat>,
  ): Promise<FileStat> {
    const replacement = await this.#options.quotas.replacementAt(record.userId, placeOf(record))
    try {
      return await make({ ...how, replacement })
    } finally {
      await replacement.end()
    }
  }

  // If this fails, what is left is an ordinary older version, which is removed with the upload's next file or when it
  // expires.
  async #dropSuperseded(record: UploadRecord): Promise<void> {
    const { ownVersions } = this.#options.storage
    await ownVersions.dropSuperseded(placeOf(record), record.generation).catch(() => undefined)
  }
}
