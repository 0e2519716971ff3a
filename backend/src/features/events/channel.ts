// What is told to one person: numbered, and kept for a while, so that a page that was away hears what it missed.
import { randomBytes } from 'node:crypto'
import type { EventFrame } from '../../../contract/events.ts'
import type { Actor } from '../access/actor.ts'
import type { PageSocket } from './page-socket.ts'

type WithoutSeq<F> = F extends EventFrame ? Omit<F, 'seq'> : never
/** What pages are told, without its number. */
export type News = WithoutSeq<EventFrame>

/** Something that happened, as it is kept. */
export interface ChannelEvent {
  /** What a person may hear of it, asked each time it is told; null for nothing. */
  newsFor(actor: Actor): News | null
}

/** Happenings kept for pages that come back. */
const KEPT = 256

export class Channel {
  readonly userId: number
  readonly pages = new Set<PageSocket>()
  /** What `seq` counts within: one channel's life on one replica, while the person sees the same tree. */
  epoch = ''
  seq = 0
  /** What the person's view of the tree depends on, when it was looked at last. */
  view = ''
  /** When the person's record was changed last, as far as the pages were told. */
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

  /** Forgets what was: whoever knew it has to look anew. */
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

  /** What came after a page's last event, as `epoch.seq`; null where that is not known any more. */
  since(text: string): { seq: number; event: ChannelEvent }[] | null {
    const cut = text.lastIndexOf('.')
    const seen = Number(text.slice(cut + 1))
    const isKnown = text.slice(0, cut) === this.epoch && seen <= this.seq && seen >= this.seq - this.#kept.length
    return isKnown ? this.#kept.filter(({ seq }) => seq > seen) : null
  }
}
