// Searching an actor's tree by name.
import type { Found } from '../../../contract/search.ts'
import { nameOf, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import { parseQuery } from './query.ts'

export interface Search {
  /**
   * What matches a query below a folder, as it is found; nothing if the folder does not exist. From the root, the
   * shared folder is searched too.
   * @throws AppError `badRequest` for an invalid query, `forbidden` for a folder that a rule denies
   */
  search(actor: Actor, folder: UserPath, query: string): AsyncIterable<Found>
}

export interface SearchOptions {
  tree: Pick<Tree, 'find'>
}

export function createSearch({ tree }: SearchOptions): Search {
  return {
    async *search(actor, folder, query) {
      const { fits, terms } = parseQuery(query)
      const found = tree.find(actor, folder, {
        terms,
        fits: ({ relative, kind, size, modified }) =>
          fits({ name: nameOf(relative), isFolder: kind === 'folder', size, modified }),
      })
      for await (const { relative, kind } of found) yield { path: relative, dir: kind === 'folder' }
    },
  }
}
