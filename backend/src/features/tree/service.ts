// The tree of files as one actor sees it. Everything that shows files asks it: listings, the shell, archives, searches,
// links, the trash. So what rules and hidden dotfiles keep back, how the shared folder lies in the root, and that a
// root is there before anything is in it, is said in this room alone. It knows actors and paths, and nothing of HTTP:
// another door to the files needs no more than this to show them.
import type { Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import { type Looking, TreeLooking } from './looking.ts'
import { createTargets, type Targets } from './targets.ts'
import { createVisibility, type Visibility } from './visibility.ts'
import { TreeWalking, type Walking } from './walking.ts'

export interface TreeOptions {
  storage: Pick<Storage, 'stat' | 'list' | 'folderTime' | 'open' | 'tree' | 'survey' | 'find'>
  access: Pick<Access, 'authorize' | 'permits' | 'permitsTree' | 'mayHideBelow' | 'mayDenyBelow' | 'shown'>
}

export interface Tree extends Looking, Walking, Targets, Visibility {}

export function createTree(options: TreeOptions): Tree {
  const looking = new TreeLooking(options)
  const walking = new TreeWalking(options, looking)
  return {
    stat: (actor, path) => looking.stat(actor, path),
    statIfThere: (actor, path) => looking.statIfThere(actor, path),
    isTaken: (actor, path) => looking.isTaken(actor, path),
    freePath: (actor, wanted) => looking.freePath(actor, wanted),
    list: (actor, folder) => looking.list(actor, folder),
    folderTime: (actor, folder) => looking.folderTime(actor, folder),
    open: (actor, path, version) => looking.open(actor, path, version),
    hasShadowed: (actor) => looking.hasShadowed(actor),
    walk: (actor, folder, signal) => walking.walk(actor, folder, signal),
    survey: (actor, folder, collect) => walking.survey(actor, folder, collect),
    find: (actor, folder, query) => walking.find(actor, folder, query),
    ...createTargets(options),
    ...createVisibility(options),
  }
}
