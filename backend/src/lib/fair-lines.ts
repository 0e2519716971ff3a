// Who is next of those who wait: people and guests by turns, among these whoever has the least at work, among equals by
// turns again.
import type { Asker } from './asker.ts'

export interface FairLinesOptions {
  /** How much is at work at a time, of all. */
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

/** A line for each asker. Whatever waits belongs to one of them. */
export class FairLines<T> {
  readonly #options: FairLinesOptions
  /** In the order of turns: who had one goes to the end. */
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

  /** How many wait: of people, or of guests. */
  waiting(kind: Pick<Asker, 'isGuest'>): number {
    return this.lines(kind).reduce((sum, { items }) => sum + items.length, 0)
  }

  waitingOf({ id }: Asker): number {
    return this.#lines.get(id)?.items.length ?? 0
  }

  /** The lines of people or of guests, in the order of turns. */
  lines({ isGuest }: Pick<Asker, 'isGuest'>): Readonly<Line<T>>[] {
    return [...this.#lines.values()].filter(({ asker }) => asker.isGuest === isGuest)
  }

  add(asker: Asker, item: T): void {
    const line = this.#lines.get(asker.id) ?? { asker, items: [] }
    line.items.push(item)
    this.#lines.set(asker.id, line)
  }

  /** Takes out what waits; false when it does not. */
  takeOut({ id }: Asker, item: T): boolean {
    const line = this.#lines.get(id)
    const at = line?.items.indexOf(item) ?? -1
    if (!line || at < 0) return false
    line.items.splice(at, 1)
    if (line.items.length === 0) this.#lines.delete(id)
    return true
  }

  /** What hinders somebody from beginning: all are taken, those of guests are, or one's own; null: nothing does. */
  hindrance({ id, isGuest }: Asker): 'all' | 'guests' | 'own' | null {
    if ((this.#atWork.get(id) ?? 0) >= this.#options.each) return 'own'
    if (isGuest && this.#guestsAtWork >= this.#options.guests) return 'guests'
    return this.#running >= this.#options.most ? 'all' : null
  }

  /**
   * Who is next, which counts as at work from now on; null where nobody waits who could begin. `order`: which of its
   * own comes first.
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

  /** Somebody has begun. */
  begin({ id, isGuest }: Asker): void {
    this.#running += 1
    this.#wasGuest = isGuest
    this.#guestsAtWork += Number(isGuest)
    this.#atWork.set(id, (this.#atWork.get(id) ?? 0) + 1)
  }

  /** Somebody is done. */
  end({ id, isGuest }: Asker): void {
    this.#running -= 1
    this.#guestsAtWork -= Number(isGuest)
    const left = (this.#atWork.get(id) ?? 1) - 1
    if (left === 0) this.#atWork.delete(id)
    else this.#atWork.set(id, left)
  }
}
