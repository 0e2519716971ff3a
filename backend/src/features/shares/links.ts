// Links in the database, and a cache that each replica may trust for a second.
import type { Model } from 'mongoose'
import { type Cached, createCached } from '../../database/cached.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { pathText } from '../../storage/paths.ts'
import { pointerOf } from '../../storage/pointers.ts'
import type { Pointer, Pointers, Relocate } from '../../storage/types.ts'
import { type ShareDocument, SHARES } from './model.ts'

export interface Links {
  /**
   * As known here; undefined for an unknown link, which another replica may have created a moment ago.
   */
  known(hash: string): Promise<ShareDocument | undefined>
  /** As stored now. */
  find(hash: string): Promise<ShareDocument | null>
  /** All as stored now. */
  all(): Promise<ShareDocument[]>
  /** All links of a person, as stored now. */
  of(userId: number): Promise<ShareDocument[]>
  insert(link: ShareDocument): Promise<void>
  change(hash: string, fields: Partial<ShareDocument>): Promise<void>
  /** Gives a link another path, unless it has had a newer one since a revision; null deletes the link. */
  mend(hash: string, rev: number, pointer: Pointer | null): Promise<void>
  remove(hashes: readonly string[]): Promise<void>
}

export interface LinksOptions {
  model: Model<ShareDocument>
  changeCounters: ChangeCounters
  pointers: Pick<Pointers, 'onRelocated'>
}

/** Links follow what is moved, and are deleted with what is deleted. */
export class HouseholdLinks implements Links {
  readonly #model: Model<ShareDocument>
  readonly #changeCounters: ChangeCounters
  readonly #cached: Cached<ReadonlyMap<string, ShareDocument>>

  constructor({ model, changeCounters, pointers }: LinksOptions) {
    this.#model = model
    this.#changeCounters = changeCounters
    this.#cached = createCached<ReadonlyMap<string, ShareDocument>>({
      changeCounters,
      name: SHARES,
      load: async () => new Map((await this.all()).map((link) => [link._id, link])),
    })
    pointers.onRelocated((relocate) => this.#follow(relocate))
  }

  async known(hash: string): Promise<ShareDocument | undefined> {
    return (await this.#cached.get()).get(hash)
  }

  find(hash: string): Promise<ShareDocument | null> {
    return this.#model.findById(hash).lean()
  }

  all(): Promise<ShareDocument[]> {
    return this.#model.find({}).lean()
  }

  of(userId: number): Promise<ShareDocument[]> {
    return this.#model.find({ userId }).lean()
  }

  async insert(link: ShareDocument): Promise<void> {
    await this.#model.create(link)
    await this.#changeCounters.announce(SHARES)
  }

  async change(hash: string, fields: Parameters<Links['change']>[1]): Promise<void> {
    await this.#model.updateOne({ _id: hash }, { $set: fields })
    await this.#changeCounters.bump(SHARES)
  }

  async mend(hash: string, rev: number, pointer: Pointer | null): Promise<void> {
    await this.#mend(hash, rev, pointer)
    await this.#changeCounters.bump(SHARES)
  }

  async remove(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    await this.#model.deleteMany({ _id: { $in: hashes } })
    await this.#changeCounters.bump(SHARES)
  }

  async #mend(hash: string, rev: number, pointer: Pointer | null): Promise<void> {
    if (pointer === null) await this.#model.deleteOne({ _id: hash, rev })
    else await this.#model.updateOne({ _id: hash, rev }, { $set: { place: pathText(pointer.at), rev: pointer.rev } })
  }

  async #follow(relocate: Relocate): Promise<void> {
    const moved = (await this.all())
      .map((link) => ({ link, now: relocate(pointerOf(link)) }))
      .filter(({ link, now }) => now === null || now.rev !== link.rev)
    for (const { link, now } of moved) await this.#mend(link._id, link.rev, now)
    // By the time the journal may forget the move, no replica trusts an older cache entry.
    if (moved.length > 0) await this.#changeCounters.bump(SHARES)
  }
}
