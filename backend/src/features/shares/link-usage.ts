// What is counted of guests: who opened a link and when, written down in batches; downloads of a link that has a limit,
// written down one by one.
import { createHash } from 'node:crypto'
import type { Model } from 'mongoose'
import type { HouseTask } from '../../database/house-keeping.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { limitedAddress } from '../../http/client-address.ts'
import type { Log } from '../../lib/log.ts'
import { createLru } from '../../lib/lru.ts'
import { type ShareDocument, SHARES } from './model.ts'

/** A guest who comes back within this time is counted once (api-contract 15). */
const VISIT_MS = 3_600_000
/** Guests of links without a limit that are remembered, each for its hour. */
const REMEMBERED = 10_000

/** What stands for a guest in a link's document: no address of anybody's is kept. */
export const guestOf = (hash: string, address: string): string =>
  createHash('sha256')
    .update(`${hash}\n${limitedAddress(address)}`)
    .digest('base64url')
    .slice(0, 12)

type Counted = Pick<ShareDocument, 'limit' | 'downloads' | 'guests'>

/** Whether a guest was counted within the last hour: it may go on, whatever the limit. */
export const isCounted = ({ guests }: Pick<ShareDocument, 'guests'>, guest: string, now: number): boolean =>
  (guests[guest] ?? 0) > now - VISIT_MS

/** Whether a link has been downloaded as often as it may be. */
export const isUsedUp = ({ limit, downloads }: Pick<ShareDocument, 'limit' | 'downloads'>): boolean =>
  limit > 0 && downloads >= limit

export type Claimed = 'first' | 'again'

export interface LinkUsage {
  /** Notes that a link was opened. */
  opened(hash: string): void
  /**
   * Counts a download of a guest, exactly for a link with a limit: of all replicas' guests no more than that many get
   * through. Answers whether it is the guest's first within the hour; null: this one does not get through.
   */
  claim(link: ShareDocument, guest: string): Promise<Claimed | null>
  readonly tasks: readonly HouseTask[]
  /** Writes down what is noted. */
  stop(): Promise<void>
}

const FLUSH_EVERY_MS = 60_000

interface Noted {
  opened: number
  downloads: number
  lastUsed: number
}

export interface LinkUsageOptions {
  model: Model<ShareDocument>
  changeCounters: ChangeCounters
  log: Pick<Log, 'warn'>
  now(): number
}

export function createLinkUsage({ model, changeCounters, log, now }: LinkUsageOptions): LinkUsage {
  const noted = new Map<string, Noted>()
  const visits = createLru<string, true>(REMEMBERED, { ttl: VISIT_MS })

  function note(hash: string, what: 'opened' | 'downloads' | null): void {
    const { opened, downloads } = noted.get(hash) ?? { opened: 0, downloads: 0 }
    noted.set(hash, {
      opened: opened + Number(what === 'opened'),
      downloads: downloads + Number(what === 'downloads'),
      lastUsed: now(),
    })
  }

  async function claimExactly(hash: string, guest: string): Promise<Claimed | null> {
    for (;;) {
      const link: (Counted & { _id: string }) | null = await model.findById(hash).lean()
      if (!link) return null
      if (isCounted(link, guest, now())) return 'again'
      if (isUsedUp(link)) return null
      const recent = Object.fromEntries(Object.entries(link.guests).filter(([, at]) => at > now() - VISIT_MS))
      const { matchedCount } = await model.updateOne(
        { _id: hash, downloads: link.downloads },
        { $set: { downloads: link.downloads + 1, guests: { ...recent, [guest]: now() } } },
      )
      if (matchedCount === 0) continue
      // With the last one the link ends, everywhere.
      if (link.downloads + 1 >= link.limit) await changeCounters.bump(SHARES)
      else await changeCounters.announce(SHARES)
      return 'first'
    }
  }

  async function flush(): Promise<void> {
    const batch = [...noted]
    noted.clear()
    if (batch.length === 0) return
    await model.bulkWrite(
      batch.map(([_id, { opened, downloads, lastUsed }]) => ({
        updateOne: { filter: { _id }, update: { $inc: { opened, downloads }, $max: { lastUsed } } },
      })),
    )
  }

  return {
    opened: (hash) => note(hash, 'opened'),
    claim: async (link, guest) => {
      if (link.limit > 0) {
        if (isCounted(link, guest, now())) return 'again'
        const claimed = await claimExactly(link._id, guest)
        if (claimed !== null) note(link._id, null)
        return claimed
      }
      const visit = `${link._id} ${guest}`
      const isFirst = !visits.has(visit)
      note(link._id, isFirst ? 'downloads' : null)
      visits.set(visit, true)
      return isFirst ? 'first' : 'again'
    },
    tasks: [{ name: 'uses of links', everyMs: FLUSH_EVERY_MS, isOwn: true, run: flush }],
    stop: () =>
      flush().catch((error: unknown) => log.warn({ err: error }, 'the use of links could not be written down')),
  }
}
