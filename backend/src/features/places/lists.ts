// The lists of places in the database. Their places follow moves, as links do. Deleted ones stay, because they may be
// restored.
import type { Model } from 'mongoose'
import { type Cached, createCached } from '../../database/cached.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import { pathText } from '../../storage/paths.ts'
import { pointerOf } from '../../storage/pointers.ts'
import type { Pointer, Pointers, Relocate } from '../../storage/types.ts'
import { idOf, type KeptPlace, type ListOf, PLACES, type PlacesDocument } from './model.ts'

export interface PlaceListsOptions {
  model: Model<PlacesDocument>
  changeCounters: ChangeCounters
  pointers: Pick<Pointers, 'onRelocated'>
}

/** The place with the path and revision of a pointer. */
export const placedAt = (kept: KeptPlace, { at, rev }: Pointer): KeptPlace => ({ ...kept, place: pathText(at), rev })

/** Without later duplicates of a place. */
const distinct = (places: readonly KeptPlace[]): KeptPlace[] =>
  [...new Map(places.toReversed().map((kept) => [kept.place, kept])).values()].toReversed()

export class PlaceLists {
  readonly #model: Model<PlacesDocument>
  readonly #changeCounters: ChangeCounters
  readonly #cached: Cached<PlacesDocument[]>

  constructor({ model, changeCounters, pointers }: PlaceListsOptions) {
    this.#model = model
    this.#changeCounters = changeCounters
    // Every change waits until no replica trusts an older copy, so that no move is missed.
    this.#cached = createCached({ changeCounters, name: PLACES, load: () => model.find({}).lean() })
    pointers.onRelocated((relocate) => this.#follow(relocate))
  }

  /** The stored list, the latest first. */
  async of(list: ListOf): Promise<KeptPlace[]> {
    return (await this.#model.findById(idOf(list)).lean())?.places ?? []
  }

  /** The version of each list, which counts its changes. */
  versions(): Promise<Pick<PlacesDocument, '_id' | 'userId' | 'list' | 'version'>[]> {
    return this.#model.find({}, { userId: 1, list: 1, version: 1 }).lean()
  }

  /** Changes a list. `edit` is called again if somebody else has changed the list in the meantime. */
  async change(list: ListOf, edit: (places: readonly KeptPlace[]) => readonly KeptPlace[]): Promise<void> {
    for (;;) {
      const before = await this.#model.findById(idOf(list)).lean()
      const places = edit(before?.places ?? [])
      if (places === before?.places) return
      if (await this.#store(list, distinct(places), before?.version ?? null)) break
    }
    await this.#changeCounters.bump(PLACES)
  }

  /** Stores a list, unless its version has changed; null if there was none. Returns whether it was stored. */
  async #store(list: ListOf, places: KeptPlace[], version: number | null): Promise<boolean> {
    const _id = idOf(list)
    if (version !== null) {
      const change = { $set: { places }, $inc: { version: 1 } }
      return (await this.#model.updateOne({ _id, version }, change)).matchedCount > 0
    }
    try {
      await this.#model.create({ _id, ...list, version: 1, places })
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return false
    }
  }

  /** Removes all lists of a person. */
  async removeOf(userId: number): Promise<void> {
    await this.#model.deleteMany({ userId })
    await this.#changeCounters.bump(PLACES)
  }

  async #follow(relocate: Relocate): Promise<void> {
    const follow = (kept: KeptPlace): KeptPlace => {
      const pointer = pointerOf(kept)
      const now = relocate(pointer)
      return now === null || now.rev === pointer.rev ? kept : placedAt(kept, now)
    }
    for (const { userId, list, places } of await this.#cached.get())
      if (places.some((kept) => follow(kept) !== kept)) await this.change({ userId, list }, (now) => now.map(follow))
  }
}
