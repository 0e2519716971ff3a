// Files that go up in parts.
import type { Place } from '../../storage/paths.ts'
import type { Storage, WriteOptions } from '../../storage/types.ts'
import type { Hooks } from '../files/hooks.ts'
import type { LandingParts } from './landing-job.ts'
import { failureOf, isConflict } from './landing-failures.ts'

export interface PartsOptions {
  storage: Pick<Storage, 'multiparts'>
  hooks: Pick<Hooks, 'aroundUpload'>
}

/** What is to be put. `earlier`: the upload of an earlier run. */
export interface BegunFile {
  at: Place
  userId: number
  write: WriteOptions
  earlier: string | undefined
}

/** Begins a file in parts, or goes on with an earlier upload if the storage still knows that. */
export async function beginParts(
  { storage: { multiparts }, hooks }: PartsOptions,
  { at, userId, write, earlier }: BegunFile,
): Promise<LandingParts> {
  const before = earlier === undefined ? null : await multiparts.parts({ at, uploadId: earlier })
  const uploadId = earlier === undefined || before === null ? await multiparts.create(at, write) : earlier
  const upload = { at, uploadId }
  const letGo = multiparts.hold(uploadId)
  return {
    uploadId,
    before: before ?? [],
    leave: letGo,
    put: (number, body, length) => multiparts.putPart(upload, { number, body, length }),
    complete: async (parts) => {
      try {
        await hooks.aroundUpload({ userId, at }, () => multiparts.complete(upload, parts, write))
      } catch (error) {
        throw isConflict(error) ? error : failureOf(error)
      }
      letGo()
    },
    abort: async () => {
      letGo()
      await multiparts.abort(upload)
    },
  }
}
