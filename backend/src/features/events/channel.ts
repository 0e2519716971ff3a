// The events of one person. They are numbered and kept for a while, so that a page that was away can catch up.
import { randomBytes } from 'node:crypto'
import type { EventFrame } from '../../../contract/events.ts'
import type { Actor } from '../access/actor.ts'
import type { PageSocket } from './page-socket.ts'

type WithoutSeq<F> = F extends EventFrame ? Omit<F, 'seq'> : never
/** An event without its number. */
type News = WithoutSeq<EventFrame>

/** A stored event. */
export interface ChannelEvent {
  /** What a person may learn of it, checked each time it is sent; null for nothing. */
  newsFor(actor: Actor): News | null
}

/** Events kept for pages that reconnect. */
const KEPT = 256

export class Channel {
  readonly userId: number
  readonly pages = new Set<PageSocket>()
  /** The epoch that `seq` counts within: one channel on one replica, while the person sees the same tree. */
  epoch = ''
  seq = 0
  /** What the person's view of the tree depended on at the last look. */
  view = ''
  /** When the person's record was last changed, as far as the pages know. */
  recordChanged = 0
  /** Something may have been missed. */
  isDoubtful = false
  /** When the last page left. */
  emptySince = 0
  #kept: { seq: number; event: ChannelEvent }[] = []

  constructor(userId: number) {
    this.userId = userId
    this.restart()
  }

  /** Forgets all events. Pages have to fetch everything again. */
  restart(): void {
    this.epoch = randomBytes(9).toString('base64url')
    this.seq = 0
    this.#kept = []
    this.isDoubtful = false
  }

  sayToAll(frame: EventFrame): void {
    for (const page of this.pages) page.say(frame)
  }

  keep(event: ChannelEvent): void {
    this.seq += 1
    this.#kept.push({ seq: this.seq, event })
    if (this.#kept.length > KEPT) this.#kept.shift()
  }

  /** The events after a page's last one (`epoch.seq`); null if they are no longer known. */
  since(text: string): { seq: number; event: ChannelEvent }[] | null {
    const cut = text.lastIndexOf('.')
    const seen = Number(text.slice(cut + 1))
    const isKnown = text.slice(0, cut) === this.epoch && seen <= this.seq && seen >= this.seq - this.#kept.length
    return isKnown ? this.#kept.filter(({ seq }) => seq > seen) : null
  }
}
