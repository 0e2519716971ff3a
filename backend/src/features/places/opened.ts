// Records what people open. It is collected for a moment and then written at once, so that looking through a folder of
// photos costs the database little.
import { RECENT_MAX } from '../../../contract/limits.ts'
import type { Log } from '../../lib/log.ts'
import { pointerOf } from '../../storage/pointers.ts'
import type { Pointers } from '../../storage/types.ts'
import { placedAt, type PlaceLists } from './lists.ts'
import type { KeptPlace, ListOf } from './model.ts'

/** The shortest time between two writes of a person's list. Other replicas do not see it sooner. */
const FLUSH_EVERY_MS = 2_000

export interface OpenedPlacesOptions {
  lists: PlaceLists
  pointers: Pick<Pointers, 'locate'>
  log: Pick<Log, 'warn'>
  now(): number
}

/** What a person has opened and is not written yet, by its place. */
interface Held {
  places: Map<string, KeptPlace>
  timer: NodeJS.Timeout | undefined
  flushedAt: number
}

const listOf = (userId: number): ListOf => ({ userId, list: 'opened' })

const isSame = (a: KeptPlace, b: KeptPlace) => a.place === b.place

/** Both lists without duplicates; of a place in both, the later entry. */
const merged = (newer: readonly KeptPlace[], older: readonly KeptPlace[]): KeptPlace[] =>
  [...newer, ...older.filter((one) => !newer.some((other) => isSame(one, other)))].slice(0, RECENT_MAX)

export class OpenedPlaces {
  readonly #options: OpenedPlacesOptions
  readonly #held = new Map<number, Held>()
  #writing: Promise<unknown> = Promise.resolve()

  constructor(options: OpenedPlacesOptions) {
    this.#options = options
  }

  /** Records that a person has opened something. */
  note(userId: number, kept: KeptPlace): void {
    const held = this.#held.get(userId) ?? {
      places: new Map<string, KeptPlace>(),
      timer: undefined,
      flushedAt: -Infinity,
    }
    this.#held.set(userId, held)
    held.places.set(kept.place, kept)
    if (held.places.size > RECENT_MAX) held.places.delete(held.places.keys().next().value ?? '')
    this.#schedule(userId, held)
  }

  /** What a person has opened, the latest first. */
  async of(userId: number): Promise<KeptPlace[]> {
    return merged(this.#heldOf(userId), await this.#options.lists.of(listOf(userId)))
  }

  /** Removes the places that `isGone` selects from a person's list. */
  async remove(userId: number, isGone: (kept: KeptPlace) => boolean): Promise<void> {
    await this.#flush(userId)
    await this.#options.lists.change(listOf(userId), (places) => places.filter((kept) => !isGone(kept)))
  }

  /** Drops what is collected for a deleted person. */
  forget(userId: number): void {
    clearTimeout(this.#held.get(userId)?.timer)
    this.#held.delete(userId)
  }

  #heldOf(userId: number): KeptPlace[] {
    return [...(this.#held.get(userId)?.places.values() ?? [])].toSorted((a, b) => b.at - a.at)
  }

  /** The first one is written at once, so that other devices show it soon. */
  #schedule(userId: number, held: Held): void {
    const wait = Math.max(0, held.flushedAt + FLUSH_EVERY_MS - performance.now())
    held.timer ??= setTimeout(() => {
      this.#writing = this.#flush(userId).catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'what people have opened could not be written down')
      })
    }, wait).unref()
  }

  async #flush(userId: number): Promise<void> {
    const held = this.#held.get(userId)
    if (held === undefined) return
    clearTimeout(held.timer)
    Object.assign(held, { timer: undefined, flushedAt: performance.now() })
    const opened = this.#heldOf(userId)
    if (opened.length === 0) return
    await this.#write(userId, opened)
    for (const kept of opened) if (held.places.get(kept.place) === kept) held.places.delete(kept.place)
    if (held.places.size > 0) this.#schedule(userId, held)
  }

  async #write(userId: number, opened: readonly KeptPlace[]): Promise<void> {
    const { lists } = this.#options
    const current = await this.#located(opened)
    await lists.change(listOf(userId), (places) => merged(current, places))
    // A place may have been moved before it was written. Moves only update what is written.
    const last = await this.#located(current)
    if (current.some((kept, index) => kept.place !== last[index]?.place))
      await lists.change(listOf(userId), (places) =>
        places.map((kept) => last[current.findIndex((one) => isSame(one, kept) && one.rev === kept.rev)] ?? kept),
      )
  }

  async #located(places: readonly KeptPlace[]): Promise<KeptPlace[]> {
    const now = await this.#options.pointers.locate(places.map(pointerOf))
    return places.map((kept, index) => placedAt(kept, now[index] ?? pointerOf(kept)))
  }

  /** Writes everything that is collected. */
  async stop(): Promise<void> {
    await this.#writing
    await Promise.allSettled([...this.#held.keys()].map((userId) => this.#flush(userId)))
  }
}
