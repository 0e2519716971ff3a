// Counts what guests do: who opened a link and when, written in batches; and downloads of links with a limit, written
// one by one.
import { createHash } from 'node:crypto'
import type { Model } from 'mongoose'
import type { HouseTask } from '../../database/house-keeping.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { limitedAddress } from '../../http/client-address.ts'
import type { Log } from '../../lib/log.ts'
import { createLru } from '../../lib/lru.ts'
import { type ShareDocument, SHARES } from './model.ts'

/** A guest who comes back within this time counts once. */
const VISIT_MS = 3_600_000
/** Guests of links without a limit that are remembered, each for an hour. */
const REMEMBERED = 10_000

/** What represents a guest in a link's document. Addresses are not stored. */
export const guestOf = (hash: string, address: string): string =>
  createHash('sha256')
    .update(`${hash}\n${limitedAddress(address)}`)
    .digest('base64url')
    .slice(0, 12)

type Counted = Pick<ShareDocument, 'limit' | 'downloads' | 'guests'>

/** Whether a guest was counted within the last hour and may continue whatever the limit. */
export const isCounted = ({ guests }: Pick<ShareDocument, 'guests'>, guest: string, now: number): boolean =>
  (guests[guest] ?? 0) > now - VISIT_MS

/** Whether a link has reached its download limit. */
export const isUsedUp = ({ limit, downloads }: Pick<ShareDocument, 'limit' | 'downloads'>): boolean =>
  limit > 0 && downloads >= limit

export type Claimed = 'first' | 'again'

export interface LinkUsage {
  /** Records that a link was opened. */
  opened(hash: string): void
  /**
   * Counts a download of a guest; exactly for a link with a limit, across all replicas. Returns whether it is the
   * guest's first within the hour; null if the limit is reached for this guest.
   */
  claim(link: ShareDocument, guest: string): Promise<Claimed | null>
  readonly tasks: readonly HouseTask[]
  /** Writes what was recorded. */
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

export class HouseholdLinkUsage implements LinkUsage {
  readonly #options: LinkUsageOptions
  readonly #noted = new Map<string, Noted>()
  readonly #visits = createLru<string, true>(REMEMBERED, { ttl: VISIT_MS })
  readonly tasks: readonly HouseTask[] = [
    { name: 'uses of links', everyMs: FLUSH_EVERY_MS, isOwn: true, run: () => this.#flush() },
  ]

  constructor(options: LinkUsageOptions) {
    this.#options = options
  }

  opened(hash: string): void {
    this.#note(hash, 'opened')
  }

  async claim(link: ShareDocument, guest: string): Promise<Claimed | null> {
    if (link.limit > 0) {
      if (isCounted(link, guest, this.#options.now())) return 'again'
      const claimed = await this.#claimExactly(link._id, guest)
      if (claimed !== null) this.#note(link._id, null)
      return claimed
    }
    const visit = `${link._id} ${guest}`
    const isFirst = !this.#visits.has(visit)
    this.#note(link._id, isFirst ? 'downloads' : null)
    this.#visits.set(visit, true)
    return isFirst ? 'first' : 'again'
  }

  #note(hash: string, what: 'opened' | 'downloads' | null): void {
    const { opened, downloads } = this.#noted.get(hash) ?? { opened: 0, downloads: 0 }
    this.#noted.set(hash, {
      opened: opened + Number(what === 'opened'),
      downloads: downloads + Number(what === 'downloads'),
      lastUsed: this.#options.now(),
    })
  }

  async #claimExactly(hash: string, guest: string): Promise<Claimed | null> {
    const { model, changeCounters, now } = this.#options
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
      // The last download ends the link everywhere.
      if (link.downloads + 1 >= link.limit) await changeCounters.bump(SHARES)
      else await changeCounters.announce(SHARES)
      return 'first'
    }
  }

  async #flush(): Promise<void> {
    const batch = [...this.#noted]
    this.#noted.clear()
    if (batch.length === 0) return
    await this.#options.model.bulkWrite(
      batch.map(([_id, { opened, downloads, lastUsed }]) => ({
        updateOne: { filter: { _id }, update: { $inc: { opened, downloads }, $max: { lastUsed } } },
      })),
    )
  }

  stop(): Promise<void> {
    return this.#flush().catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'the use of links could not be written down'),
    )
  }
}
