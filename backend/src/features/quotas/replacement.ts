// The room that one change needs for old versions: for those of files that it replaces, and those that come along.
import { AppError } from '../../lib/app-error.ts'
import type { LimitsOptions, PlaceLimits } from './limits.ts'

export interface Replacement {
  /** Whether anything limits it. */
  readonly isLimited: boolean
  /**
   * Claims that so many bytes become old versions, and `size` bytes take their place; the last of several calls counts.
   * @throws AppError `noRoom` where old versions take too much by then
   */
  claim(bytes: number, size: number): Promise<void>
  /** Ends the claim with the change: what has come of it is told by the storage. Nobody waits for it. */
  end(): void
}

/** Nothing limits it. */
export const FREE_REPLACEMENT: Replacement = { isLimited: false, claim: async () => undefined, end: () => undefined }

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

  /** What old versions may take; where they share their room with present files, what these leave by then. */
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
    end: () => {
      if (claimed !== null) histories.release(scope, claimed)
      claimed = null
      last = 0
    },
  }
}
