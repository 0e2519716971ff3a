// Live events: tells every open page what changed in what its person may read, and the progress of the person's
// operations.
import type { WebSocket } from 'ws'
import { SOCKETS_MAX } from '../../../contract/limits.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { Storage } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { Standing } from '../session/standing.ts'
import type { Tree } from '../tree/service.ts'
import { Channel, type ChannelEvent } from './channel.ts'
import { PageSocket } from './page-socket.ts'
import { createProgressWatch } from './progress.ts'
import { createReview, resyncOf } from './review.ts'

/** How long a person's events are kept after the last page has closed. */
const LINGER_MS = 5 * 60_000
const PROGRESS_MS = 1_000
/** Events that may wait while the database is slow. If there are more, pages are told to fetch everything again. */
const QUEUE_MAX = 1_000

export interface EventsOptions {
  storage: { watch: Storage['watch']; operations: Pick<Storage['operations'], 'recent'> }
  tree: Pick<Tree, 'seen'>
  standing: Standing
  changeCounters: Pick<ChangeCounters, 'onChange'>
  metrics: Pick<Metrics, 'eventSockets' | 'eventFrames'>
  log: Pick<Log, 'warn'>
  /** How often pages are pinged. */
  pingMs: number
  tokenLifeMs: number
  now: Clock
}

/** A page that connects. */
export interface Visit {
  userId: number
  sessionId: string
  since: string | undefined
  /** Its token expires soon, or is older than the person's record. */
  hasOldToken: boolean
  /** When that record was last changed, as known when the page was let in; in milliseconds. */
  recordChanged: number
}

export interface Events {
  /** @throws AppError `tooManyRequests` for a person with too many open pages */
  checkRoom(userId: number): void
  /** Sends a page all events from now on, and those after `since`. */
  open(socket: WebSocket, visit: Visit): void
  /**
   * Reports an event to the pages of this replica: everybody's, or one person's. What each person may learn of it is
   * checked when it is sent, also for pages that were away. Other replicas learn it through the change counters.
   */
  publish(event: ChannelEvent, only?: number): void
  /** Open pages of this replica. */
  readonly pages: number
  stop(): Promise<void>
}

export function createEvents({
  storage,
  tree,
  standing,
  changeCounters,
  metrics,
  log,
  pingMs,
  tokenLifeMs,
  now,
}: EventsOptions): Events {
  const channels = new Map<number, Channel>()
  /** Open sockets by person, including those that have not been welcomed yet. */
  const counts = new Map<number, number>()
  const review = createReview({ standing, tokenLifeMs, now })
  // All events are sent in the order in which they happened.
  let turn: Promise<void> = Promise.resolve()
  let waiting = 0
  let isReviewWanted = false
  let isLooking = false

  function inTurn(work: () => Promise<void>): void {
    waiting += 1
    turn = turn
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'pages could not be told what happened'))
      .finally(() => {
        waiting -= 1
      })
  }

  /** If one person cannot be checked, the others are not affected. */
  async function forEach(work: (channel: Channel) => Promise<unknown>): Promise<void> {
    for (const channel of channels.values())
      await work(channel).catch((error: unknown) =>
        log.warn({ err: error }, 'a person could not be told what happened'),
      )
  }

  async function reviewed(channel: Channel): Promise<Actor | null> {
    const actor = await review.channel(channel)
    if (!actor) channels.delete(channel.userId)
    return actor
  }

  function reviewAll(): void {
    if (isReviewWanted || channels.size === 0) return
    isReviewWanted = true
    inTurn(async () => {
      isReviewWanted = false
      // People without open pages are checked again when they come back.
      await forEach(async (channel) => {
        if (channel.pages.size > 0) await reviewed(channel)
      })
    })
  }

  async function tell(channel: Channel, event: ChannelEvent): Promise<void> {
    const actor = await reviewed(channel)
    // Events that a person may not see get no number either.
    const news = actor && event.newsFor(actor)
    if (!news) return
    channel.keep(event)
    channel.sayToAll({ seq: channel.seq, ...news })
  }

  function publish(event: ChannelEvent, only?: number): void {
    if (channels.size === 0) return
    if (waiting >= QUEUE_MAX) {
      for (const channel of channels.values()) channel.isDoubtful = true
      return
    }
    inTurn(() =>
      forEach(async (channel) => {
        if (only === undefined || channel.userId === only) await tell(channel, event)
      }),
    )
  }

  async function welcome(page: PageSocket, { userId, since, hasOldToken, recordChanged }: Visit): Promise<void> {
    const channel = channels.get(userId) ?? new Channel(userId)
    channels.set(userId, channel)
    const actor = await reviewed(channel)
    if (!actor) return page.end(channel.seq)
    if (!(await review.page(channel, page)) || !page.isOpen) return
    channel.pages.add(page)
    page.onClose(() => {
      channel.pages.delete(page)
      channel.emptySince = now()
    })
    page.say({ seq: channel.seq, type: 'alive', every: pingMs })
    if (hasOldToken || channel.recordChanged > recordChanged)
      page.say({ seq: channel.seq, type: 'session', state: 'renew' })
    const missed = since === undefined ? null : channel.since(since)
    if (missed === null) page.say(resyncOf(channel))
    for (const { seq, event } of missed ?? []) {
      const news = event.newsFor(actor)
      if (news) page.say({ seq, ...news })
    }
  }

  function beat(): void {
    for (const channel of channels.values()) {
      for (const page of channel.pages) page.ping()
      channel.sayToAll({ seq: channel.seq, type: 'alive', every: pingMs })
      // A page that is being welcomed is counted, but is not in the channel yet.
      if (!counts.has(channel.userId) && now() - channel.emptySince > LINGER_MS) channels.delete(channel.userId)
    }
    reviewAll()
  }

  const progress = createProgressWatch(storage.operations, (userId, operation) =>
    publish({ newsFor: () => ({ type: 'operation', operation }) }, userId),
  )

  async function lookAtProgress(): Promise<void> {
    if (isLooking) return
    if (counts.size === 0) return progress.forget()
    isLooking = true
    await progress
      .look()
      .catch((error: unknown) => log.warn({ err: error }, 'operations could not be asked for'))
      .finally(() => {
        isLooking = false
      })
  }

  const stopWatching = storage.watch((change) =>
    publish({
      newsFor: (actor) => {
        const seen = tree.seen(actor, change)
        return seen && { type: 'changed', ...seen }
      },
    }),
  )
  for (const name of ['sessions', 'users', 'settings']) changeCounters.onChange(name, reviewAll)
  const beats = setInterval(beat, pingMs).unref()
  const looks = setInterval(() => void lookAtProgress(), PROGRESS_MS).unref()

  function count(userId: number, by: 1 | -1): void {
    const left = (counts.get(userId) ?? 0) + by
    if (left === 0) counts.delete(userId)
    else counts.set(userId, left)
    metrics.eventSockets.inc(by)
  }

  return {
    publish,

    get pages() {
      return counts.values().reduce((sum, own) => sum + own, 0)
    },

    checkRoom: (userId) => {
      if ((counts.get(userId) ?? 0) >= SOCKETS_MAX)
        throw new AppError('tooManyRequests', 'too many open pages', { retryAfter: 60 })
    },

    open: (socket, visit) => {
      const { userId, sessionId } = visit
      const page = new PageSocket({
        socket,
        sessionId,
        onSent: (type) => metrics.eventFrames.inc({ type }),
        onCaughtUp: () =>
          inTurn(async () => {
            const channel = channels.get(userId)
            if (channel) page.say(resyncOf(channel))
          }),
      })
      count(userId, 1)
      // Operations that end from now on are reported.
      void lookAtProgress()
      page.onClose(() => count(userId, -1))
      inTurn(() =>
        welcome(page, visit).catch((error: unknown) => {
          page.giveUp()
          throw error
        }),
      )
    },

    stop: async () => {
      stopWatching()
      clearInterval(beats)
      clearInterval(looks)
      await turn
    },
  }
}
