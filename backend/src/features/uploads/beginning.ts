// Before an upload begins: whether a file could be made there, and the record it gets.
import { can } from '../../../contract/rights.ts'
import { AppError } from '../../lib/app-error.ts'
import { pathText, type Place, type UserPath } from '../../storage/paths.ts'
import type { Expectation, Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { Budget } from './budget.ts'
import type { UploadClaims } from './claims.ts'
import { isDeferred, NO_CHUNK, recordId, type UploadRecord } from './record.ts'

/** An upload to which nothing was ever sent is kept for an hour. */
const UNTOUCHED_MS = 3_600_000

export interface BeginOptions {
  /** Bytes; -1 where nobody says. */
  length: number
  override: boolean
  /** The time the file is to have; undefined for now. */
  modified: Date | undefined
}

export interface UploadBeginning {
  /**
   * The record of an upload that may begin, with room claimed for it.
   * @throws AppError `forbidden`, `conflict`, `badRequest` (a folder), `tooManyUploads`, `noRoom`
   */
  prepare(actor: Actor, path: UserPath, options: BeginOptions): Promise<UploadRecord>
}

export interface BeginningOptions {
  storage: Pick<Storage, 'checkWritable' | 'stat'>
  access: Pick<Access, 'demand'>
  tree: Pick<Tree, 'placeToChange'>
  budget: Budget
  claims: UploadClaims
  now(): number
  newId(): string
}

export function createBeginning(options: BeginningOptions): UploadBeginning {
  const { storage, access, tree, budget, claims, now, newId } = options

  /**
   * Asks whether a file could be made there now.
   * @throws AppError `conflict`, `forbidden` (may not replace), `badRequest` (a folder)
   */
  async function checkTarget(
    actor: Actor,
    place: Place,
    { override, expect }: { override: boolean; expect: Expectation },
  ): Promise<void> {
    try {
      await storage.checkWritable(place, expect)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'isFolder')
        throw new AppError('badRequest', 'a folder with that name exists', { cause: error })
      if (error.code === 'conflict' && override) access.demand(actor, 'modify')
      throw error
    }
  }

  return {
    async prepare(actor, path, begun) {
      const place = tree.placeToChange(actor, 'create', path)
      // Who may not modify overwrites nothing, not even what appears meanwhile.
      const expect = begun.override && can(actor, 'modify') ? 'any' : 'absent'
      await checkTarget(actor, place, { override: begun.override, expect })
      await budget.take(actor.id)
      const { length, modified } = begun
      const fresh = { generation: newId(), shown: path, at: pathText(place), length, expect } as const
      const record = newRecord(actor, { _id: recordId(actor, place), ...fresh }, { time: now(), modified })
      if (expect === 'any') await claims.checkReplacing(record, () => storage.stat(place))
      if (!isDeferred(record)) await claims.claim(record, record.length)
      return record
    },
  }
}

/** A record of which nothing has come yet. `time`: when it begins, in milliseconds since 1970. */
function newRecord(
  { id, userId, username, action = '' }: Actor,
  own: Pick<UploadRecord, '_id' | 'generation' | 'shown' | 'at' | 'length' | 'expect'>,
  { time, modified = new Date(time) }: { time: number; modified: Date | undefined },
): UploadRecord {
  return {
    ...own,
    actor: id,
    userId,
    username,
    action,
    offset: 0,
    modified: modified.getTime(),
    held: '',
    isClaimed: false,
    whole: NO_CHUNK,
    pace: '',
    madeAt: 0,
    isOpen: false,
    leaseOwner: '',
    leaseUntil: 0,
    touched: time,
    expires: time + UNTOUCHED_MS,
  }
}
