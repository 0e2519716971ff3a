// How a folder or a file is described over HTTP. A folder is neither prepared nor sent again while it is the same, and
// of a long one only what has changed is prepared anew.
import type { filesCalls } from '../../../contract/calls/files.ts'
import type { Sorting } from '../../../contract/users.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf } from '../../http/asking.ts'
import type { Change, KeptAnswers } from '../../http/kept-answers.ts'
import type { AppContext } from '../../http/route.ts'
import { listingTag, type ListingVersion, listingView } from './listing-tags.ts'
import { patchListing } from './patched-listing.ts'
import type { Files } from './service.ts'

export interface KeptListings {
  files: Files
  kept: KeptAnswers<ListingVersion>
}

type AskedFolder = Asked<typeof filesCalls.describe>

export async function describeResource(ctx: AppContext, asked: AskedFolder, listings: KeptListings): Promise<void> {
  const { actor, user } = ctx.state
  const { path, isFolder, query } = asked
  const { files, kept } = listings
  const { sorting } = user
  const view = listingView(actor, path, sorting)
  if (kept.isAskedFor(ctx, view)) {
    const answer = await findKept(ctx, { asked, view, sorting }, listings)
    // Without the slash it may be a file, and the storage itself has to say so.
    if (answer && (isFolder || (await files.isFolder(actor, path)))) return answer()
  }
  const options = { isFolder, sorting, checksum: query.checksum, photo: query.photo, signal: goneOf(ctx) }
  const { resource, version } = await files.describeVersion(actor, path, options)
  if (version !== null) kept.name(ctx, { view, tag: listingTag(view, version), version })
  ctx.body = resource
}

/** How to answer with what is kept, as it is or after some changes. */
async function findKept(
  ctx: AppContext,
  { asked: { path }, view, sorting }: { asked: AskedFolder; view: string; sorting: Sorting },
  { files, kept }: KeptListings,
): Promise<(() => void) | null> {
  const { actor } = ctx.state
  const version = await files.versionOf(actor, path)
  if (version === null) return null
  async function changeFrom(since: ListingVersion): Promise<Change<ListingVersion> | null> {
    const changes = await files.changesOf(actor, path, since)
    return (
      changes && {
        tag: listingTag(view, changes.version),
        version: changes.version,
        edit: (text) => patchListing(text, changes, sorting),
      }
    )
  }
  return kept.find(ctx, { view, tag: listingTag(view, version) }) ?? kept.findChanged(ctx, view, changeFrom)
}
