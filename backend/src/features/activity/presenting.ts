// An entry as one person may see it now, whatever the rules were when it happened.
import type { ActivityEntry } from '../../../contract/activity.ts'
import { childOf, placeOfText, type UserPath, userPathOf } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { KeptActivity } from './model.ts'

export type Seeing = Pick<Tree, 'sees' | 'mayHideBelow'>

/** An entry without the name of who did it. */
export type SeenActivity = Omit<ActivityEntry, 'who'>

/** Null if the person may see nothing of it. */
export function seenActivity(tree: Seeing, actor: Actor, kept: KeptActivity): SeenActivity | null {
  const arrived = namesSeen(tree, actor, kept)
  const before = kept.from && cameFrom(kept)
  const left = before && namesSeen(tree, actor, before)
  const common = { id: kept.id, when: new Date(kept.at).toISOString() }
  if (arrived === null)
    return left && kept.kind === 'moved' ? { ...common, ...left, kind: 'movedAway', from: null } : null
  if (before === null) return { ...common, ...arrived, kind: kept.kind, from: null }
  // Where it came from is nothing for who does not see it there.
  if (left === null) return { ...common, ...arrived, kind: 'added', from: null }
  const kind = kept.kind === 'moved' && left.folder === arrived.folder ? 'renamed' : kept.kind
  const [name] = left.names
  const from = arrived.count === 1 && name !== undefined ? childOf(left.folder, name) : left.folder
  return { ...common, ...arrived, kind, from }
}

/** The same things where they were before. */
const cameFrom = ({ from, folder, names, count }: KeptActivity): Pick<KeptActivity, 'folder' | 'names' | 'count'> => ({
  folder: from?.folder ?? folder,
  names: from?.name === undefined ? names : [from.name],
  count,
})

interface Seen {
  folder: UserPath
  names: string[]
  count: number
}

function namesSeen(
  tree: Seeing,
  actor: Actor,
  { folder, names, count }: Pick<KeptActivity, 'folder' | 'names' | 'count'>,
): Seen | null {
  const path = userPathOf(actor.mounts, placeOfText(folder))
  if (path === null) return null
  const seen = names.filter((name) => tree.sees(actor, childOf(path, name)))
  if (seen.length === 0) return null
  // Of names that are not kept nobody knows whether they are hidden.
  const isAllTold = names.length === count || tree.mayHideBelow(actor, path)
  return { folder: path, names: seen, count: isAllTold ? seen.length : count - (names.length - seen.length) }
}
