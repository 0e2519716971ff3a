// The space that one change needs for older versions: of the files that it replaces, and those that move along.
import { AppError } from '../../lib/app-error.ts'
import type { LimitsOptions, PlaceLimits } from './limits.ts'

export interface Replacement {
  /** Whether there is a limit. */
  readonly isLimited: boolean
  /**
   * Reserves bytes that become older versions when `size` bytes take their place. The last of several calls counts.
   * @throws AppError `noRoom` if older versions take too much
   */
  claim(bytes: number, size: number): Promise<void>
  /**
   * Ends the reservation. The result is reported by the storage. Await it before the change is answered: until then the
   * next change, on another replica, finds the older version and the reservation. Never rejects.
   */
  end(): Promise<void>
}

/** No limit. */
const FREE_REPLACEMENT: Replacement = { isLimited: false, claim: async () => undefined, end: async () => undefined }

export interface ReplacementOptions {
  histories: LimitsOptions['histories']
  known: LimitsOptions['known']
  newId(): string
}

export function createReplacement(
  limits: PlaceLimits | null,
  { histories, known, newId }: ReplacementOptions,
): Replacement {
  if (!limits || Math.min(limits.history, limits.total) === Infinity) return FREE_REPLACEMENT
  const { scope, history, total } = limits
  let claimed: string | null = null
  let last = 0

  /** The limit of older versions; if they share it with present files, what those leave. */
  async function limitOf(bytes: number, size: number): Promise<number> {
    return history === Infinity ? total - Math.max(0, (await known(scope)) - bytes + size) : history
  }

  return {
    isLimited: true,
    claim: async (bytes, size) => {
      if (bytes === last) return
      claimed ??= newId()
      const isThere = await histories.claim(scope, { id: claimed, bytes, limit: await limitOf(bytes, size) })
      if (isThere) last = bytes
      else throw new AppError('noRoom', 'older versions take too much space; delete some for good')
    },
    end: async () => {
      const ended = claimed
      claimed = null
      last = 0
      if (ended !== null) await histories.release(scope, ended)
    },
  }
}
