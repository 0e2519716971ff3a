// Links in the database, and a cache that each replica may trust for a second.
import type { Model } from 'mongoose'
import { createCached } from '../../database/cached.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { pathText, placeOfText } from '../../storage/paths.ts'
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

export const pointerOf = ({ place, rev }: Pick<ShareDocument, 'place' | 'rev'>): Pointer => ({
  at: placeOfText(place),
  rev,
})

/** Links follow what is moved, and are deleted with what is deleted. */
export function createLinks({
  model,
  changeCounters,
  pointers,
}: {
  model: Model<ShareDocument>
  changeCounters: ChangeCounters
  pointers: Pick<Pointers, 'onRelocated'>
}): Links {
  const cached = createCached<ReadonlyMap<string, ShareDocument>>({
    changeCounters,
    name: SHARES,
    load: async () => new Map((await load()).map((link) => [link._id, link])),
  })

  const load = (): Promise<ShareDocument[]> => model.find({}).lean()

  async function remove(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    await model.deleteMany({ _id: { $in: hashes } })
    await changeCounters.bump(SHARES)
  }

  async function mend(hash: string, rev: number, pointer: Pointer | null): Promise<void> {
    if (pointer === null) await model.deleteOne({ _id: hash, rev })
    else await model.updateOne({ _id: hash, rev }, { $set: { place: pathText(pointer.at), rev: pointer.rev } })
  }

  async function follow(relocate: Relocate): Promise<void> {
    const moved = (await load())
      .map((link) => ({ link, now: relocate(pointerOf(link)) }))
      .filter(({ link, now }) => now === null || now.rev !== link.rev)
    for (const { link, now } of moved) await mend(link._id, link.rev, now)
    // By the time the journal may forget the move, no replica trusts an older cache entry.
    if (moved.length > 0) await changeCounters.bump(SHARES)
  }
  pointers.onRelocated(follow)

  return {
    known: async (hash) => (await cached.get()).get(hash),
    find: (hash) => model.findById(hash).lean(),
    all: load,
    of: (userId) => model.find({ userId }).lean(),
    insert: async (link) => {
      await model.create(link)
      await changeCounters.announce(SHARES)
    },
    change: async (hash, fields) => {
      await model.updateOne({ _id: hash }, { $set: fields })
      await changeCounters.bump(SHARES)
    },
    mend: async (hash, rev, pointer) => {
      await mend(hash, rev, pointer)
      await changeCounters.bump(SHARES)
    },
    remove,
  }
}
