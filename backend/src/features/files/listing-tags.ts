// Names what a listing tells by an ETag, so that the same is neither prepared nor sent again.
import type { Sorting } from '../../../contract/users.ts'
import { shortHash } from '../../lib/short-hash.ts'
import type { UserPath } from '../../storage/paths.ts'
import { type Actor, sightOf } from '../access/actor.ts'

/** Who looks, how much of the folder they see, and in which order: what a listing depends on beside the folder. */
export const listingView = (actor: Actor, path: UserPath, { by, asc }: Sorting): string =>
  shortHash([...sightOf(actor), path, by, asc])

/** What a listing tells, whoever looks. */
export interface ListingVersion {
  /** Of the tree; no other process tells it. */
  tree: string
  /** The folder's own time, where that is told instead of its content's. */
  own: Date | null
}

/** The ETag of a listing. A weak one: it is the same in every content coding (RFC 9110 section 8.8.1). */
export const listingTag = (view: string, { tree, own }: ListingVersion): string =>
  `W/"${shortHash([view, tree, own?.getTime() ?? null])}"`
