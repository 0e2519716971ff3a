// What has changed in a folder since it was listed, so that a long listing need not be prepared anew.
import type { Item } from '../../../contract/resources.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { FileDetails } from './details.ts'
import type { ListingVersion } from './listing-tags.ts'
import type { FilesOptions } from './options.ts'
import { presentEntry } from './reading.ts'
import { maySubtitle } from './sidecar-subtitles.ts'
import type { Sniffer } from './sniffer.ts'

/** After more changes than these a listing is prepared anew: each is looked for in a text of megabytes. */
const CHANGED_MAX = 50

export interface ListingChanges {
  path: UserPath
  /** Names that came, went or changed. */
  names: readonly string[]
  /** What has these names by now, in no order. */
  items: readonly Item[]
  /** Whether the folder tells its own time, and no size. */
  hidesSums: boolean
  version: ListingVersion
}

export interface ChangedListings {
  /**
   * How a folder differs from what was told to the same actor of a version; null where it has to be listed again.
   * @throws AppError `forbidden`
   */
  changesOf(actor: Actor, path: UserPath, since: ListingVersion): Promise<ListingChanges | null>
}

export function createChangedListings(options: FilesOptions, sniffer: Sniffer): ChangedListings {
  const { access, tree } = options
  const details = new FileDetails(options, sniffer)
  return {
    async changesOf(actor, path, since) {
      const changed = await tree.changes(actor, path, since.tree)
      if (changed === null || changed.names.length > CHANGED_MAX) return null
      const { names, entries, version } = changed
      // What a video tells depends on what lies beside it.
      if (names.some(maySubtitle)) return null
      const items = entries.map((entry) => presentEntry(path, entry))
      const listed = { path, place: access.authorize(actor, 'read', path), entries, items }
      if (items.some(isVideo) || !(await details.complete(actor, listed)) || items.some(isVideo)) return null
      const hidesSums = tree.mayHideBelow(actor, path)
      const own = hidesSums ? await tree.folderTime(actor, path) : null
      return { path, names, items, hidesSums, version: { tree: version, own } }
    },
  }
}

export const isVideo = ({ type }: Item): boolean => type === 'video'
