// The limits of the place where a person writes: the person's own in their scope, the household's in the shared folder.
import { houseBucket, isBelow, pathText, placeOfScope, place, type Place } from '../../storage/paths.ts'
import type { People } from '../users/people.ts'
import type { Histories } from './histories.ts'
import type { Limit } from './ledger.ts'

/** Limits of a place, in bytes; Infinity for none. */
export interface PlaceLimits {
  scope: Place
  /** For present files. */
  present: number
  /** For older versions. */
  history: number
  /** For both together. */
  total: number
}

export interface LimitsOptions {
  people: Pick<People, 'get'>
  settings: { get(): Promise<{ sharedLimit: number }> }
  histories: Pick<Histories, 'sum' | 'claim' | 'release'>
  /** Present bytes of a scope as far as known without a count. */
  known(scope: Place): Promise<number>
  bucketPrefix: string
}

export interface Limits {
  /** The limits of a person's writes to a place; null if there are none. */
  at(userId: number, at: Place): Promise<PlaceLimits | null>
  /** How many present bytes are allowed now, considering older versions; null for no limit. */
  present(limits: PlaceLimits): Promise<Limit | null>
}

const orNone = (bytes: number): number => (bytes === 0 ? Infinity : bytes)

/** The limit of a person's older versions: as much as for present files unless set. */
export const historyLimitOf = ({ quota, historyLimit }: { quota: number; historyLimit: number }): number =>
  historyLimit || quota

export function createLimits({ people, settings, histories, bucketPrefix }: LimitsOptions): Limits {
  const sharedBucket = houseBucket(bucketPrefix, 'shared')

  async function ofShared(): Promise<PlaceLimits | null> {
    const { sharedLimit } = await settings.get()
    return sharedLimit === 0
      ? null
      : { scope: place(sharedBucket, ''), present: Infinity, history: Infinity, total: sharedLimit }
  }

  return {
    async at(userId, at) {
      if (at.bucket === sharedBucket) return ofShared()
      const user = (await people.get(userId))?.user
      if (!user) return null
      const scope = placeOfScope(bucketPrefix, user.scope)
      const [own, text] = [pathText(scope), pathText(at)]
      const [present, history] = [orNone(user.quota), orNone(historyLimitOf(user))]
      if ((text !== own && !isBelow(text, own)) || Math.min(present, history) === Infinity) return null
      return { scope, present, history, total: present + history }
    },

    async present(limits) {
      const { scope, present, history, total } = limits
      if (total === Infinity) return present === Infinity ? null : { scope: pathText(scope), quota: present }
      // Deleted bytes may exceed the limit of older versions; then that much less may be present.
      const past = await histories.sum(scope)
      return {
        scope: pathText(scope),
        quota: Math.min(present, history === Infinity ? total - past : total - Math.max(past, history)),
      }
    },
  }
}
