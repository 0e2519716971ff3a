// The documents with events, in the memory of this process. They never change, so none is ever out of date.
import { LRUCache } from 'lru-cache'
import type { Model } from 'mongoose'
import { mapParallel } from '../../lib/parallel.ts'
import type { PartDocument } from './model.ts'
import { daysOf, monthOf } from './times.ts'
import type { Book, StoredEvent, TimeWindow } from './types.ts'

/** The part with what repeats, or lasts longer than a month. */
export const LASTING = 'lasting'
/** An event of a month may last into the next one, but not beyond. */
const MONTH_DAYS = 28
const DAY_MS = 86_400_000
const MEMORY_BYTES = 64 * 1024 * 1024
const AT_ONCE = 8

/** In which part of a book an event is. */
export const partOf = (event: StoredEvent): string =>
  event.rule !== null || daysOf(event) > MONTH_DAYS ? LASTING : monthOf(event.start)

/** The parts of a book that may have events in a window. */
export function partsIn({ parts }: Book, { from, to }: TimeWindow): string[] {
  const first = monthOf(new Date(from - (MONTH_DAYS + 1) * DAY_MS).toISOString())
  const last = monthOf(new Date(to + DAY_MS).toISOString())
  return Object.keys(parts).filter((part) => part === LASTING || (part >= first && part <= last))
}

type Events = readonly StoredEvent[]

export class Parts {
  readonly #model: Model<PartDocument>
  readonly #known = new LRUCache<string, Events>({ maxSize: MEMORY_BYTES })
  /** The last events of each part, of which a new document keeps the unchanged objects. */
  readonly #last = new LRUCache<string, string>({ max: 10_000 })

  constructor(model: Model<PartDocument>) {
    this.#model = model
  }

  /**
   * The events in some parts of a book, in the order of the parts; null if a document has gone, since the book has
   * changed.
   */
  async read({ owner, parts }: Pick<Book, 'owner' | 'parts'>, names: readonly string[]): Promise<Events[] | null> {
    const all = await mapParallel(names, AT_ONCE, async (name) => {
      const id = parts[name]
      if (id === undefined) return []
      return this.#known.get(id) ?? (await this.#load(id, `${owner} ${name}`))
    })
    return all.some((events) => events === null) ? null : (all as Events[])
  }

  async #load(id: string, part: string): Promise<Events | null> {
    const document = await this.#model.findById(id).lean<PartDocument>()
    if (document === null) return null
    return this.keep(id, part, document.events)
  }

  /** Keeps a document that was read or written. What is known of its events is kept with the same objects. */
  keep(id: string, part: string, events: Events): Events {
    const before = new Map(this.#known.get(this.#last.get(part) ?? '')?.map((event) => [event.id, event]))
    const kept = events.map((event) => {
      const same = before.get(event.id)
      return same?.version === event.version && same.changedAt === event.changedAt ? same : event
    })
    this.#known.set(id, kept, { size: 1000 + kept.length * 700 })
    this.#last.set(part, id)
    return kept
  }
}
