// Decides who is next: people and guests alternate; within each, whoever has the fewest jobs running; among equals, in
// rotation.
import type { Asker } from './asker.ts'

export interface FairLinesOptions {
  /** The number of jobs running, in total. */
  most: number
  /** Of one asker. */
  each: number
  /** Of all guests together. */
  guests: number
}

interface Line<T> {
  asker: Asker
  items: T[]
}

/** A queue for each asker. */
export class FairLines<T> {
  readonly #options: FairLinesOptions
  /** In order of turns: whoever had one goes to the end. */
  readonly #lines = new Map<string, Line<T>>()
  readonly #atWork = new Map<string, number>()
  #guestsAtWork = 0
  #running = 0
  #wasGuest = false

  constructor(options: FairLinesOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#running
  }

  /** How many wait: people's jobs, or guests'. */
  waiting(kind: Pick<Asker, 'isGuest'>): number {
    return this.lines(kind).reduce((sum, { items }) => sum + items.length, 0)
  }

  waitingOf({ id }: Asker): number {
    return this.#lines.get(id)?.items.length ?? 0
  }

  /** The queues of people or of guests, in order of turns. */
  lines({ isGuest }: Pick<Asker, 'isGuest'>): Readonly<Line<T>>[] {
    return [...this.#lines.values()].filter(({ asker }) => asker.isGuest === isGuest)
  }

  add(asker: Asker, item: T): void {
    const line = this.#lines.get(asker.id) ?? { asker, items: [] }
    line.items.push(item)
    this.#lines.set(asker.id, line)
  }

  /** Removes a waiting item; false if it does not wait. */
  takeOut({ id }: Asker, item: T): boolean {
    const line = this.#lines.get(id)
    const at = line?.items.indexOf(item) ?? -1
    if (!line || at < 0) return false
    line.items.splice(at, 1)
    if (line.items.length === 0) this.#lines.delete(id)
    return true
  }

  /** What prevents somebody from starting: all slots, those for guests, or their own are in use; null if nothing. */
  hindrance({ id, isGuest }: Asker): 'all' | 'guests' | 'own' | null {
    if ((this.#atWork.get(id) ?? 0) >= this.#options.each) return 'own'
    if (isGuest && this.#guestsAtWork >= this.#options.guests) return 'guests'
    return this.#running >= this.#options.most ? 'all' : null
  }

  /**
   * The next item, which counts as running from now on; null if nobody who waits may start. `order` chooses among an
   * asker's own items.
   */
  next(order: 'oldest' | 'newest'): T | null {
    const [people, guests] = [false, true].map((isGuest) => this.#first(this.lines({ isGuest })))
    const line = this.#wasGuest ? (people ?? guests) : (guests ?? people)
    if (!line) return null
    const item = order === 'oldest' ? line.items.shift() : line.items.pop()
    if (item === undefined) return null
    this.begin(line.asker)
    this.#lines.delete(line.asker.id)
    if (line.items.length > 0) this.#lines.set(line.asker.id, line)
    return item
  }

  #first(lines: Readonly<Line<T>>[]): Line<T> | undefined {
    const ready = lines.filter(({ asker }) => this.hindrance(asker) === null)
    const least = Math.min(...ready.map(({ asker }) => this.#atWork.get(asker.id) ?? 0))
    return ready.find(({ asker }) => (this.#atWork.get(asker.id) ?? 0) === least)
  }

  /** Counts a started job. */
  begin({ id, isGuest }: Asker): void {
    this.#running += 1
    this.#wasGuest = isGuest
    this.#guestsAtWork += Number(isGuest)
    this.#atWork.set(id, (this.#atWork.get(id) ?? 0) + 1)
  }

  /** Counts a finished job. */
  end({ id, isGuest }: Asker): void {
    this.#running -= 1
    this.#guestsAtWork -= Number(isGuest)
    const left = (this.#atWork.get(id) ?? 1) - 1
    if (left === 0) this.#atWork.delete(id)
    else this.#atWork.set(id, left)
  }
}
