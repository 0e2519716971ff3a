// Checks who may still listen: before each event, when people, sessions or rules change, and with every ping.
import type { EventFrame } from '../../../contract/events.ts'
import type { Rule } from '../../../contract/users.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Actor } from '../access/actor.ts'
import type { Standing } from '../session/standing.ts'
import type { User } from '../users/user.ts'
import type { Channel } from './channel.ts'
import type { PageSocket } from './page-socket.ts'

/** A token that expires within this time has to be renewed; for shorter-lived ones, half their life. */
const RENEW_BEFORE_MS = 3_600_000

export interface Review {
  /**
   * Closes pages whose session has ended, asks others to renew their token, and starts a new epoch if the person now
   * sees another tree. Null for a deleted person. If this cannot be checked, the channel counts as doubtful and nothing
   * is sent that might not be allowed.
   */
  channel(channel: Channel): Promise<Actor | null>
  /** Whether the session of a page continues. Asks the page to renew its token in time, and closes it at the end. */
  page(channel: Channel, page: PageSocket): Promise<boolean>
}

/** Tells a page to fetch everything again, and from which number on it is told what happens. */
export const resyncOf = ({ seq, epoch }: Channel): EventFrame => ({ seq, type: 'resync', epoch })

export interface ReviewOptions {
  standing: Standing
  tokenLifeMs: number
  now: Clock
}

export class PageReview implements Review {
  readonly #standing: Standing
  readonly #renewBeforeMs: number
  readonly #now: Clock

  constructor({ standing, tokenLifeMs, now }: ReviewOptions) {
    this.#standing = standing
    this.#renewBeforeMs = Math.min(RENEW_BEFORE_MS, tokenLifeMs / 2)
    this.#now = now
  }

  async channel(channel: Channel): Promise<Actor | null> {
    try {
      const person = await this.#standing.person(channel.userId)
      if (!person) {
        for (const page of channel.pages) page.end(channel.seq)
        return null
      }
      for (const page of channel.pages) await this.page(channel, page)
      reviewPerson(channel, person)
      return person.actor
    } catch (error) {
      channel.isDoubtful = true
      throw error
    }
  }

  async page(channel: Channel, page: PageSocket): Promise<boolean> {
    const end = await this.#standing.sessionEnd(page.sessionId)
    if (end === null) {
      channel.pages.delete(page)
      page.end(channel.seq)
      return false
    }
    const now = this.#now()
    if (end - now < this.#renewBeforeMs && now - page.renewalAskedAt > this.#renewBeforeMs / 4) {
      page.renewalAskedAt = now
      page.say({ seq: channel.seq, type: 'session', state: 'renew' })
    }
    return true
  }
}

function reviewPerson(channel: Channel, { user, rules }: { user: User; rules: readonly Rule[] }): void {
  const view = JSON.stringify([user.scope, user.hideDotfiles, user.rules, rules])
  if (channel.view !== view || channel.isDoubtful) {
    channel.restart()
    channel.sayToAll(resyncOf(channel))
  }
  const changed = user.changed.getTime()
  if (channel.recordChanged !== changed) channel.sayToAll({ seq: channel.seq, type: 'session', state: 'renew' })
  Object.assign(channel, { view, recordChanged: changed })
}
