// The tree of files as one actor sees it. Everything that shows files uses it: listings, the shell, archives, searches,
// links, the trash. So this folder alone decides what rules and hidden dotfiles hide, how the shared folder appears in
// the root, and that a root exists before anything is in it. It knows actors and paths, but not HTTP: another interface
// to the files needs no more than this to show them.
import { type Looking, TreeLooking } from './looking.ts'
import type { TreeOptions } from './options.ts'
import { createOwnFolders, type OwnFolders } from './own-folders.ts'
import { createTargets, type Targets } from './targets.ts'
import { createVisibility, type Visibility } from './visibility.ts'
import { TreeWalking, type Walking } from './walking.ts'

export interface Tree extends Looking, Walking, Targets, Visibility, OwnFolders {}

export function createTree(options: TreeOptions): Tree {
  const looking = new TreeLooking(options)
  const walking = new TreeWalking(options, looking)
  return {
    stat: (actor, path) => looking.stat(actor, path),
    statIfThere: (actor, path) => looking.statIfThere(actor, path),
    isTaken: (actor, path) => looking.isTaken(actor, path),
    seemsTaken: (actor, path, expected) => looking.seemsTaken(actor, path, expected),
    isKnownFree: (actor, path) => looking.isKnownFree(actor, path),
    freePath: (actor, wanted) => looking.freePath(actor, wanted),
    list: (actor, folder) => looking.list(actor, folder),
    listing: (actor, folder) => looking.listing(actor, folder),
    listingVersion: (actor, folder) => looking.listingVersion(actor, folder),
    changes: (actor, folder, since) => looking.changes(actor, folder, since),
    folderTime: (actor, folder) => looking.folderTime(actor, folder),
    open: (actor, path, how) => looking.open(actor, path, how),
    known: (actor, path) => looking.known(actor, path),
    hasShadowed: (actor) => looking.hasShadowed(actor),
    walk: (actor, folder, signal) => walking.walk(actor, folder, signal),
    survey: (actor, folder, collect) => walking.survey(actor, folder, collect),
    find: (actor, folder, query) => walking.find(actor, folder, query),
    ...createTargets(options),
    ...createVisibility(options),
    ...createOwnFolders(options),
  }
}
