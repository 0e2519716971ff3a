// Removing what is gone: whatever no look at S3 has seen since a certain one began.
import { TURN } from './entries.ts'
import { FILE, FOLDER, NONE, type Nodes } from './nodes.ts'

export interface Sweep {
  /** What was last seen before this look goes. */
  look: number
  /** Whether it goes at any depth; else only the folder's own marker, and files that lie directly in the folder. */
  isDeep: boolean
}

export interface Removals {
  nodes: Nodes
  removeFile(node: number): void
  removeMarker(folder: number): void
}

/** Removes what `searchStale` finds. Yields now and then, so that others have their turn. */
export function* sweepFolder(removals: Removals, folder: number, sweep: Sweep): Generator<void> {
  const { nodes, removeFile, removeMarker } = removals
  for (const node of searchStale(nodes, folder, sweep))
    if (node === NONE) yield
    else if (nodes.kindOf(node) === FILE) removeFile(node)
    else removeMarker(node)
}

/**
 * The files, and the folders with a marker, that a sweep removes. Each may be removed before the next one is asked for.
 * Yields `NONE` now and then, as above.
 */
export function* searchStale(nodes: Nodes, folder: number, sweep: Sweep): Generator<number> {
  const { look, isDeep } = sweep
  const parent = nodes.parentOf(folder)
  const isStale = (node: number) => nodes.stamps.get(node) < look
  for (const [index, node] of nodes.childrenOf(folder).entries()) {
    if (index % TURN === TURN - 1) yield NONE
    if (nodes.parentOf(node) !== folder) continue
    if (nodes.kindOf(node) === FOLDER && isDeep) {
      yield* searchStale(nodes, node, sweep)
      yield NONE
    } else if (nodes.kindOf(node) === FILE && isStale(node)) yield node
  }
  // The folder may have gone with its last content, and its number may be another node's by now.
  const isThere = nodes.kindOf(folder) === FOLDER && nodes.parentOf(folder) === parent && parent !== NONE
  if (isThere && !Number.isNaN(nodes.times.get(folder)) && isStale(folder)) yield folder
}
