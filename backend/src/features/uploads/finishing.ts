// The end of an upload: the file in its place, or nothing of it left.
import { AppError } from '../../lib/app-error.ts'
import { placeOfText, type Place } from '../../storage/paths.ts'
import type { FileStat, Storage, WriteOptions } from '../../storage/types.ts'
import type { Rights } from '../access/rights.ts'
import type { Hooks } from '../shell/hooks.ts'
import { sizeOf } from './part-sizes.ts'
import { joinPieces, receive, type Chunk } from './receive.ts'
import { isNoted, readHeld, writeHeld, type Held, type UploadRecord } from './record.ts'

/** Asked right before the file shows; what it throws refuses that, and the upload keeps its bytes. */
export type Confirm = () => Promise<void>

export interface Finishing {
  /**
   * Makes the file of what an upload holds. Done twice, the second finds it there.
   * @throws AppError `conflict` when the name was taken meanwhile and must not be; `forbidden` when the person may not write there by now; `goneMeanwhile` when the storage has lost bytes of it;
   *   `locked`, `noRoom`, `unavailable` when it may be tried again
   */
  makeFile(record: UploadRecord, confirm?: Confirm): Promise<FileStat>
  /** Makes the file of a chunk that holds all of it. @throws AppError as `makeFile`, and `badRequest` when the chunk breaks off */
  putAtOnce(record: UploadRecord, chunk: Chunk, confirm?: Confirm): Promise<FileStat>
  /** Takes the bytes of a file made before as the beginning of its upload again. @throws AppError `goneMeanwhile` when the file is another one by now */
  reopen(record: UploadRecord): Promise<Held>
  /** Removes what an upload holds in the storage; the file at its path is not touched. */
  discard(record: Pick<UploadRecord, 'at' | 'held'>): Promise<void>
}

export const placeOf = ({ at }: Pick<UploadRecord, 'at'>): Place => placeOfText(at)

export interface FinishingOptions { storage: Storage; rights: Rights; newId(): string }

export function createFinishing({ storage, rights, newId }: FinishingOptions): Finishing {
  /** What the person may still do. Whose file is only a shorter form of the same replaces nothing with it. */
  const confirmRights = (record: UploadRecord) => rights.confirmWrite({ userId: record.userId, at: placeOf(record), expect: isNoted(record) ? 'absent' : record.expect })

  const optionsOf = (record: UploadRecord, confirm: Confirm | undefined): WriteOptions => {
    const { expect, modified, userId, username, action, shown, generation } = record
    return {
      expect, modified: new Date(modified), writeId: generation,
      confirm: async () => {
        const narrowed = await confirmRights(record)
        await confirm?.()
        return narrowed
      },
      ...(shown ? { replacing: { by: { userId, username, action }, shown } } : {}),
    }
  }

  /** The record with what it may still replace: that may be less than when it was begun. */
  async function permitted(record: UploadRecord): Promise<UploadRecord> {
    return { ...record, expect: await confirmRights(record) ?? record.expect }
  }

  async function put(record: UploadRecord, { uploadId, parts, pieces }: Held, confirm: Confirm | undefined): Promise<FileStat> {
    const at = placeOf(record)
    const options = optionsOf(record, confirm)
    const tail = joinPieces(storage, pieces, Buffer.alloc(0))
    const length = sizeOf(pieces)
    if (uploadId === '') return storage.put(at, tail, { ...options, length })
    const last = length === 0 ? [] : [await storage.multiparts.putPart(at, uploadId, parts.length + 1, tail, length)]
    return storage.multiparts.complete(at, uploadId, [...parts, ...last], options)
  }

  /** The file that an earlier try has made, if its answer was lost: the write that made it has this upload's id. */
  async function orOwn(record: UploadRecord, expect: UploadRecord['expect'], make: () => Promise<FileStat>): Promise<FileStat> {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'goneMeanwhile')) throw error
      const stat = await storage.stat(placeOf(record)).catch(() => null)
      if (stat?.kind === 'file' && stat.writeId === record.generation) return stat
      if (error.code === 'conflict' && expect !== record.expect) throw new AppError('forbidden', 'the permission modify is missing by now', { cause: error })
      throw error
    }
  }

  async function makeFile(record: UploadRecord, confirm?: Confirm): Promise<FileStat> {
    const now = await permitted(record)
    return orOwn(record, now.expect, () => put(now, readHeld(record), confirm))
  }

  const putAtOnce = (record: UploadRecord, { body, length }: Chunk, confirm?: Confirm) =>
    orOwn(record, record.expect, () => storage.put(placeOf(record), body, { ...optionsOf(record, confirm), length }))

  async function reopen(record: UploadRecord): Promise<Held> {
    const file = await storage.open(placeOf(record))
    if (file.stat.etag !== record.whole || file.stat.size !== record.offset) throw new AppError('goneMeanwhile', 'the file is another one by now')
    const empty: UploadRecord = { ...record, offset: 0, held: '' }
    const { held, failure } = await receive(empty, { body: file.read(), length: file.stat.size }, { storage, at: placeOf(record), newId })
    if (failure === null) return held
    await discard({ at: record.at, held: writeHeld(held) })
    throw failure
  }

  async function discard(record: Pick<UploadRecord, 'at' | 'held'>): Promise<void> {
    const { uploadId, pieces } = readHeld(record)
    if (uploadId !== '') await storage.multiparts.abort(placeOf(record), uploadId)
    if (pieces.length > 0) await storage.scratch.delete(pieces.map(({ key }) => key))
  }

  return { makeFile, putAtOnce, reopen, discard }
}

/** The same, with what the settings want run before a file appears, and after. */
export function withHooks(finishing: Finishing, hooks: Pick<Hooks, 'aroundUpload'>): Finishing {
  const around = (record: UploadRecord, make: () => Promise<FileStat>) => hooks.aroundUpload({ userId: record.userId, at: placeOf(record) }, make)
  return {
    ...finishing,
    makeFile: (record, confirm) => around(record, () => finishing.makeFile(record, confirm)),
    putAtOnce: (record, chunk, confirm) => around(record, () => finishing.putAtOnce(record, chunk, confirm)),
  }
}
