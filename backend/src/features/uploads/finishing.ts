// The end of an upload: the file in its place, or nothing of it left.
import { AppError, nullIfNotFound } from '../../lib/app-error.ts'
import type { Chunk } from '../../storage/resumable/receive.ts'
import type { Reopened, ResumableUploads } from '../../storage/resumable/resumable-uploads.ts'
import type { FileStat, Storage, WriteOptions } from '../../storage/types.ts'
import type { Rights } from '../access/rights.ts'
import type { Quotas, Replacement } from '../quotas/service.ts'
import type { Hooks } from '../shell/hooks.ts'
import { isNoted, placeOf, readHeld, type UploadRecord, uploadOf } from './record.ts'

/** Checked right before the file appears. If it throws, the upload keeps its bytes. */
export type ConfirmFinish = () => Promise<void>

export interface Finishing {
  /**
   * Makes the file of an upload. A second call finds it already there.
   * @throws AppError `conflict` if the name was taken meanwhile and must not be replaced; `forbidden` if the person may
   *   no
   *   longer write there; `goneMeanwhile` if the storage has lost bytes; `locked`, `noRoom`, `unavailable` if it may be
   *   tried again
   */
  makeFile(record: UploadRecord, confirm?: ConfirmFinish): Promise<FileStat>
  /**
   * Makes the file of a chunk that holds everything.
   * @throws AppError like `makeFile`, and `badRequest` if the chunk is interrupted
   */
  putAtOnce(record: UploadRecord, chunk: Chunk, confirm?: ConfirmFinish): Promise<FileStat>
  /**
   * Turns a file made before into the beginning of its upload again.
   * @throws AppError `goneMeanwhile` if the file was changed in the meantime
   */
  reopen(record: UploadRecord): Promise<Reopened>
  /**
   * Removes the file that an upload has become, unless somebody has written since. Returns whether it did.
   */
  takeBack(record: UploadRecord): Promise<boolean>
  /** Removes what an upload stores. The file at its path is not touched. */
  discard(record: Pick<UploadRecord, 'at' | 'held'>): Promise<void>
}

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
}

export function createFinishing({ storage, bytes, rights, quotas }: FinishingOptions): Finishing {
  /** What the person may still do. Whose file is only a shorter form of the same replaces nothing with it. */
  const confirmRights = (record: UploadRecord) => {
    const expect = isNoted(record) ? 'absent' : record.expect
    return rights.confirmWrite({ userId: record.userId, at: placeOf(record), expect })
  }

  /** `size`: of the file to make. */
  const optionsOf = (record: UploadRecord, { confirm, replacement, size }: Making): WriteOptions => {
    const { expect, modified, userId, username, action, shown, generation } = record
    return {
      expect: isNoted(record) ? 'any' : expect,
      modified: new Date(modified),
      writeId: generation,
      confirm: async (replaced) => {
        const narrowed = await confirmRights(record)
        await confirm?.()
        if (isNoted(record)) await ownFile(record)
        // A shorter form of the same file is removed when the longer one is there.
        else if (narrowed === undefined) await replacement.claim(replaced?.size ?? 0, size)
        return narrowed
      },
      ...(shown ? { replacing: { by: { userId, username, action }, shown } } : {}),
    }
  }

  /** The record with what it may still replace, which may be less than at the start. */
  async function permitted(record: UploadRecord): Promise<UploadRecord> {
    return { ...record, expect: (await confirmRights(record)) ?? record.expect }
  }

  /** The file at the place, if this upload made it: its write has this upload's id. */
  async function findOwn(record: UploadRecord): Promise<FileStat | null> {
    const stat = await nullIfNotFound(storage.stat(placeOf(record)))
    return stat?.kind === 'file' && stat.writeId === record.generation ? stat : null
  }

  /** The same for an upload whose file must exist. @throws AppError `goneMeanwhile` */
  async function ownFile(record: UploadRecord): Promise<FileStat> {
    const own = await findOwn(record)
    if (own === null) throw new AppError('goneMeanwhile', 'the file was changed in the meantime')
    return own
  }

  /** The file that an earlier try has made, if its answer was lost. */
  async function orOwn(record: UploadRecord, size: number | undefined, make: Make): Promise<FileStat> {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'goneMeanwhile')) throw error
      const own = await findOwn(record).catch(() => null)
      if (own !== null && own.size === size) return own
      throw error
    }
  }

  async function making(
    record: UploadRecord,
    how: Omit<Making, 'replacement'>,
    make: (making: Making) => Promise<FileStat>,
  ): Promise<FileStat> {
    const replacement = await quotas.replacementAt(record.userId, placeOf(record))
    try {
      return await make({ ...how, replacement })
    } finally {
      replacement.end()
    }
  }

  async function makeFile(record: UploadRecord, confirm?: ConfirmFinish): Promise<FileStat> {
    const own = await findOwn(record)
    if (own?.size === record.offset) {
      await dropSuperseded(record)
      return own
    }
    const now = await permitted(record)
    const make = () =>
      making(record, { confirm, size: record.offset }, (how) => bytes.complete(uploadOf(record), optionsOf(now, how)))
    const file = await orOwn(record, record.offset, make).catch((error: unknown) => {
      const isDenied = error instanceof AppError && error.code === 'conflict' && now.expect !== record.expect
      throw isDenied
        ? new AppError('forbidden', 'the permission modify was removed in the meantime', { cause: error })
        : error
    })
    if (own !== null) await dropSuperseded(record)
    return file
  }

  // If this fails, what is left is an ordinary older version, which is removed with the upload's next file or when it
  // expires.
  async function dropSuperseded(record: UploadRecord): Promise<void> {
    await storage.ownVersions.dropSuperseded(placeOf(record), record.generation).catch(() => undefined)
  }

  const putAtOnce = (record: UploadRecord, { body, length }: Chunk, confirm?: ConfirmFinish) =>
    orOwn(record, length, () =>
      making(record, { confirm, size: length ?? 0 }, (how) =>
        storage.put(placeOf(record), body, { ...optionsOf(record, how), length }),
      ),
    )

  const reopen = async (record: UploadRecord) => bytes.reopen(uploadOf(record), await ownFile(record))

  const takeBack = (record: UploadRecord) => storage.ownVersions.takeBack(placeOf(record), record.generation)

  const discard = (record: Pick<UploadRecord, 'at' | 'held'>) =>
    bytes.discard({ at: placeOf(record), held: readHeld(record) })

  return { makeFile, putAtOnce, reopen, takeBack, discard }
}

/** The same, with the hooks before and after the file appears. */
export function withHooks(finishing: Finishing, hooks: Pick<Hooks, 'aroundUpload'>): Finishing {
  const around = (record: UploadRecord, make: () => Promise<FileStat>) =>
    hooks.aroundUpload({ userId: record.userId, at: placeOf(record) }, make)
  return {
    ...finishing,
    makeFile: (record, confirm) => around(record, () => finishing.makeFile(record, confirm)),
    putAtOnce: (record, chunk, confirm) => around(record, () => finishing.putAtOnce(record, chunk, confirm)),
  }
}
