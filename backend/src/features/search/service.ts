// Searching a person's tree by name.
import type { Found } from '../../../contract/search.ts'
import { childOf, locate, nameOf, relativeTo, type UserPath } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { isRoot, sharedFolderPath } from '../tree/mount.ts'
import { parseQuery } from './query.ts'

export interface Search {
  /**
   * What fits a query below a folder, as it is found; nothing below a folder that is not there. From the root on, the
   * shared folder is searched too.
   * @throws AppError `badRequest` for a query that cannot be read, `forbidden` for a folder that a rule denies
   */
  search(actor: Actor, folder: UserPath, query: string): AsyncIterable<Found>
}

export interface SearchOptions {
  storage: Storage
  access: Access
}

export function createSearch({ storage, access }: SearchOptions): Search {
  return {
    search(actor, folder, query) {
      const { fits, terms } = parseQuery(query)
      access.authorize(actor, 'read', folder)
      const shared = sharedFolderPath(actor)
      return (async function* found() {
        yield* below(folder)
        if (!isRoot(folder) || shared === null || !access.permits(actor, shared)) return
        if (fits({ name: nameOf(shared), isFolder: true, size: 0, modified: null }))
          yield { path: relativeTo(shared, folder), dir: true }
        yield* below(shared)
      })()

      async function* below(from: UserPath): AsyncGenerator<Found> {
        for await (const entry of storage.find(locate(actor.mounts, from), terms)) {
          const isFolder = entry.kind === 'folder'
          const path = childOf(from, entry.relative)
          // A folder's time tells of what lies in it, and a search finds out what it is.
          const modified = isFolder && access.mayHideBelow(actor, path) ? entry.own : entry.modified
          if (!fits({ name: nameOf(entry.relative), isFolder, size: entry.size, modified })) continue
          // The mount wins its name: what other tools put at that key is out of reach, here as in listings.
          if (
            !access.permits(actor, path) ||
            (isRoot(from) && shared !== null && (path === shared || path.startsWith(`${shared}/`)))
          )
            continue
          yield { path: relativeTo(path, folder), dir: isFolder }
        }
      }
    },
  }
}
