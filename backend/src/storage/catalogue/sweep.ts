// Removing what is gone: whatever no look at S3 has seen since a certain one began.
import { TURN } from './entries.ts'
import { FILE, FOLDER, NONE, type Nodes } from './nodes.ts'

export interface Sweep {
  /** What was last seen before this look goes. */
  look: number
  /** Whether it goes at any depth, with the markers of folders; else only files that lie directly in the folder. */
  isDeep: boolean
}

export interface Removals {
  nodes: Nodes
  removeFile(node: number): void
  removeMarker(folder: number): void
}

/** Yields now and then, so that others have their turn. */
export function* sweepFolder(removals: Removals, folder: number, sweep: Sweep): Generator<void> {
  const { nodes } = removals
  const { look, isDeep } = sweep
  const parent = nodes.parentOf(folder)
  const isStale = (node: number) => nodes.stamps.get(node) < look
  for (const [index, node] of nodes.childrenOf(folder).entries()) {
    if (index % TURN === TURN - 1) yield
    if (nodes.parentOf(node) !== folder) continue
    if (nodes.kindOf(node) === FOLDER && isDeep) {
      yield* sweepFolder(removals, node, sweep)
      yield
    } else if (nodes.kindOf(node) === FILE && isStale(node)) removals.removeFile(node)
  }
  // The folder may have gone with its last content, and its number may be another node's by now.
  if (isDeep && nodes.kindOf(folder) === FOLDER && nodes.parentOf(folder) === parent && isStale(folder))
    removals.removeMarker(folder)
}

/** Searches for a file or a folder marker that a deep sweep would remove. Yields whether one is found. */
export function* searchStale(nodes: Nodes, folder: number, look: number): Generator<boolean> {
  const isMarked = !Number.isNaN(nodes.times.get(folder))
  if (isMarked && nodes.parentOf(folder) !== NONE && nodes.stamps.get(folder) < look) yield true
  for (const [index, node] of nodes.childrenOf(folder).entries()) {
    if (index % TURN === TURN - 1) yield false
    if (nodes.parentOf(node) !== folder) continue
    if (nodes.kindOf(node) === FOLDER) yield* searchStale(nodes, node, look)
    else if (nodes.stamps.get(node) < look) yield true
  }
  yield false
}
