// Live events: tells every open page what changed in what its person may read, and the progress of the person's
// operations.
import type { WebSocket } from 'ws'
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { Clock } from '../../lib/clock.ts'
import { deviceOf } from '../../lib/device.ts'
import type { Log } from '../../lib/log.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { FolderChange, Storage } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { Standing } from '../session/standing.ts'
import type { Tree } from '../tree/service.ts'
import { Channel, type ChannelEvent } from './channel.ts'
import { EventQueue } from './event-queue.ts'
import { OpenPages } from './open-pages.ts'
import { PageSocket } from './page-socket.ts'
import { createProgressWatch, type ProgressWatch } from './progress.ts'
import { createUploadsWatch, type UploadReports, type UploadsWatch } from './upload-reports.ts'
import { PageReview, resyncOf, type Review } from './review.ts'

/** How long a person's events are kept after the last page has closed. */
const LINGER_MS = 5 * 60_000
const PROGRESS_MS = 1_000

export interface EventsOptions {
  storage: Pick<Storage, 'watch' | 'attend'> & { operations: Pick<Storage['operations'], 'recent'> }
  uploadReports: Pick<UploadReports, 'recent'>
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

export class Events {
  readonly #options: EventsOptions
  readonly #channels = new Map<number, Channel>()
  readonly #openPages: OpenPages
  readonly #queue: EventQueue
  readonly #review: Review
  readonly #progress: ProgressWatch
  readonly #uploads: UploadsWatch
  readonly #stopWatching: () => void
  readonly #timers: readonly NodeJS.Timeout[]
  #isReviewWanted = false
  #isLooking = false

  constructor(options: EventsOptions) {
    const { storage, changeCounters, metrics, log, pingMs } = options
    this.#options = options
    this.#openPages = new OpenPages(metrics.eventSockets)
    this.#queue = new EventQueue(log)
    this.#review = new PageReview(options)
    this.#progress = createProgressWatch(storage.operations, (userId, operation) =>
      this.publish({ newsFor: () => ({ type: 'operation', operation }) }, userId),
    )
    this.#uploads = createUploadsWatch(options.uploadReports, (userId, page, told) =>
      this.publish(
        {
          newsFor: () => ({
            type: 'uploads',
            page,
            device: told?.device ?? deviceOf(''),
            report: told?.report ?? null,
          }),
        },
        userId,
      ),
    )
    this.#stopWatching = storage.watch((change) => this.#publishChange(change))
    for (const name of ['sessions', 'users', 'settings']) changeCounters.onChange(name, () => this.#reviewAll())
    this.#timers = [
      setInterval(() => this.#beat(), pingMs).unref(),
      setInterval(() => void this.#lookAtProgress(), PROGRESS_MS).unref(),
    ]
  }

  /** Open pages of this replica. */
  get pages(): number {
    return this.#openPages.count
  }

  /** @throws AppError `tooManyRequests` for a person with too many open pages */
  checkRoom(userId: number): void {
    this.#openPages.checkRoom(userId)
  }

  /** Sends a page all events from now on, and those after `since`. */
  open(socket: WebSocket, visit: Visit): void {
    const { userId, sessionId } = visit
    const page = new PageSocket({
      socket,
      sessionId,
      onSent: (type) => this.#options.metrics.eventFrames.inc({ type }),
      onCaughtUp: () =>
        this.#queue.add(async () => {
          const channel = this.#channels.get(userId)
          if (channel) page.say(resyncOf(channel))
        }),
    })
    this.#openPages.add(userId)
    // Operations that end from now on are reported.
    void this.#lookAtProgress()
    page.onClose(() => this.#openPages.remove(userId))
    this.#queue.add(() =>
      this.#welcome(page, visit).catch((error: unknown) => {
        page.giveUp()
        throw error
      }),
    )
  }

  async #welcome(page: PageSocket, { userId, since, hasOldToken, recordChanged }: Visit): Promise<void> {
    const channel = this.#channels.get(userId) ?? new Channel(userId)
    this.#channels.set(userId, channel)
    const actor = await this.#reviewed(channel)
    if (!actor) return page.end(channel.seq)
    if (!(await this.#review.page(channel, page)) || !page.isOpen) return
    channel.pages.add(page)
    page.onClose(() => {
      channel.pages.delete(page)
      channel.emptySince = this.#options.now()
    })
    page.say({ seq: channel.seq, type: 'alive', every: this.#options.pingMs })
    if (hasOldToken || channel.recordChanged > recordChanged)
      page.say({ seq: channel.seq, type: 'session', state: 'renew' })
    const missed = since === undefined ? null : channel.since(since)
    if (missed === null) page.say(resyncOf(channel))
    for (const { seq, event } of missed ?? []) {
      const news = event.newsFor(actor)
      if (news) page.say({ seq, ...news })
    }
  }

  /**
   * Reports an event to the pages of this replica: everybody's, or one person's. What each person may learn of it is
   * checked when it is sent, also for pages that were away. Other replicas learn it through the change counters.
   */
  publish(event: ChannelEvent, only?: number): void {
    if (this.#channels.size === 0) return
    if (this.#queue.isFull) {
      for (const channel of this.#channels.values()) channel.isDoubtful = true
      return
    }
    this.#queue.add(() =>
      this.#forEach(async (channel) => {
        if (only === undefined || channel.userId === only) await this.#tell(channel, event)
      }),
    )
  }

  #publishChange(change: FolderChange): void {
    this.publish({
      newsFor: (actor) => {
        const seen = this.#options.tree.seen(actor, change)
        return seen && { type: 'changed', ...seen }
      },
    })
  }

  async #tell(channel: Channel, event: ChannelEvent): Promise<void> {
    const actor = await this.#reviewed(channel)
    // Events that a person may not see get no number either.
    const news = actor && event.newsFor(actor)
    if (!news) return
    channel.keep(event)
    channel.sayToAll({ seq: channel.seq, ...news })
  }

  /** If one person cannot be checked, the others are not affected. */
  async #forEach(work: (channel: Channel) => Promise<unknown>): Promise<void> {
    for (const channel of this.#channels.values())
      await work(channel).catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'a person could not be told what happened'),
      )
  }

  async #reviewed(channel: Channel): Promise<Actor | null> {
    const actor = await this.#review.channel(channel)
    if (!actor) this.#channels.delete(channel.userId)
    return actor
  }

  #reviewAll(): void {
    if (this.#isReviewWanted || this.#channels.size === 0) return
    this.#isReviewWanted = true
    this.#queue.add(async () => {
      this.#isReviewWanted = false
      // People without open pages are checked again when they come back.
      await this.#forEach(async (channel) => {
        if (channel.pages.size > 0) await this.#reviewed(channel)
      })
    })
  }

  #beat(): void {
    const { pingMs, now } = this.#options
    for (const channel of this.#channels.values()) {
      for (const page of channel.pages) page.ping()
      channel.sayToAll({ seq: channel.seq, type: 'alive', every: pingMs })
      // A page that is being welcomed is counted, but is not in the channel yet.
      const isLeft = !this.#openPages.has(channel.userId) && now() - channel.emptySince > LINGER_MS
      if (isLeft) this.#channels.delete(channel.userId)
    }
    this.#reviewAll()
  }

  async #lookAtProgress(): Promise<void> {
    if (this.#isLooking) return
    if (this.#openPages.count === 0) {
      this.#progress.forget()
      return this.#uploads.forget()
    }
    // An open page shows what other programs change, too.
    this.#options.storage.attend()
    this.#isLooking = true
    await Promise.all([this.#progress.look(), this.#uploads.look()])
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'what runs could not be asked for'))
      .finally(() => {
        this.#isLooking = false
      })
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    for (const timer of this.#timers) clearInterval(timer)
    await this.#queue.idle()
  }
}
