// Private addresses: a calendar that other programs fetch. Whoever knows the address sees what its person may see.
import type { FeedRecord, MadeFeed } from '../../../contract/calendar.ts'
import { FEED_ANSWERS_MAX, type FeedScope } from '../../../contract/calendar-limits.ts'
import type { Attempts } from '../../database/attempts.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { User } from '../users/user.ts'
import type { CalendarExports, Exported } from './exporting.ts'
import type { CalendarKeys } from './keys.ts'
import type { StoredFeed } from './model.ts'

export interface CalendarFeedsOptions {
  keys: CalendarKeys
  exports: Pick<CalendarExports, 'feed'>
  /** A person as stored now; null for one who is gone. */
  personOf(id: number): Promise<{ user: User; actor: Actor } | null>
  attempts: Pick<Attempts, 'check' | 'count'>
  audit: Pick<Audit, 'note'>
  /** Unknown addresses within the window after which a client has to wait. */
  most: number
}

/** What a feed answers. `open` is called if the client turns out not to have it. */
export interface OpenedFeed {
  etag: string
  /** @throws AppError `tooManyRequests` */
  open(): Promise<Exported>
}

export class CalendarFeeds {
  readonly #options: CalendarFeedsOptions

  constructor(options: CalendarFeedsOptions) {
    this.#options = options
  }

  async state({ userId }: Actor): Promise<FeedRecord | null> {
    const feed = await this.#options.keys.feedOf(userId)
    return feed && presentFeed(feed)
  }

  async make(actor: Actor, scope: FeedScope): Promise<MadeFeed> {
    const { audit, keys } = this.#options
    const { feed, token } = await keys.makeFeed(actor.userId, scope)
    audit.note({ kind: 'calendarFeedMade', ...auditedOf(actor) })
    return { feed: presentFeed(feed), path: `/api/calendar/feed/${token}.ics` }
  }

  async end(actor: Actor): Promise<void> {
    const { audit, keys } = this.#options
    if (await keys.endFeed(actor.userId)) audit.note({ kind: 'calendarFeedEnded', ...auditedOf(actor) })
  }

  /**
   * @throws AppError `notFound` for an unknown address, `tooManyRequests` after too many of them
   */
  async find(file: string, address: string): Promise<OpenedFeed> {
    const { attempts, exports, keys, personOf } = this.#options
    const found = file.endsWith('.ics') ? await keys.feedOfToken(file.slice(0, -'.ics'.length)) : null
    const person = found && (await personOf(found.owner))
    if (!found || !person) return this.#refuse(address)
    await keys.useFeed(found.owner, found.feed)
    const { etag, exported } = await exports.feed(person.actor, found.feed.scope, person.user.language)
    const whole = `calendar-feed:${found.owner}`
    return {
      etag,
      open: async () => {
        await attempts.check(whole, FEED_ANSWERS_MAX)
        await attempts.count(whole)
        return exported()
      },
    }
  }

  /** @throws AppError `notFound`, `tooManyRequests` */
  async #refuse(address: string): Promise<never> {
    const { attempts, most } = this.#options
    const from = `calendar-address:${limitedAddress(address)}`
    await attempts.check(from, most)
    await attempts.count(from)
    throw new AppError('notFound', 'there is no such calendar')
  }
}

const presentFeed = ({ scope, made, used }: StoredFeed): FeedRecord => ({
  scope,
  made: new Date(made).toISOString(),
  used: used === null ? null : new Date(used).toISOString(),
})
