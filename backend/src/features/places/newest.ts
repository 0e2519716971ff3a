// Finds the recently changed files that a person may see, in the index.
import { RECENT_MAX } from '../../../contract/limits.ts'
import type { ListedPlace } from '../../../contract/places.ts'
import { nameOf, ROOT, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { presentFile } from '../tree/items.ts'
import type { Tree } from '../tree/service.ts'
import type { TypeOf } from './presenting.ts'

interface Newest {
  path: UserPath
  size: number
  modified: Date
}

/** Goes through all names, but never holds more than twice the number of files that it returns. */
export async function findNewest(
  { tree, typeOf }: { tree: Pick<Tree, 'find'>; typeOf: TypeOf },
  actor: Actor,
): Promise<ListedPlace[]> {
  let newest: Newest[] = []
  let from = -Infinity
  const cut = () => {
    newest = newest.sort((a, b) => b.modified.getTime() - a.modified.getTime()).slice(0, RECENT_MAX)
    if (newest.length === RECENT_MAX) from = newest.at(-1)?.modified.getTime() ?? from
  }
  const found = tree.find(actor, ROOT, {
    terms: [],
    fits: ({ kind, modified }) => kind === 'file' && modified !== null && modified.getTime() > from,
  })
  for await (const { path, size, modified } of found) {
    if (modified !== null) newest.push({ path, size, modified })
    if (newest.length >= 2 * RECENT_MAX) cut()
  }
  cut()
  return newest.map(({ path, size, modified }) => ({
    path,
    isDir: false,
    when: modified.toISOString(),
    item: presentFile(path, { size, modified }, typeOf(nameOf(path), size)),
  }))
}
