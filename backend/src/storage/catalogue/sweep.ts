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
  if (nodes.kindOf(folder) === FOLDER && nodes.parentOf(folder) === parent && isStale(folder))
    removals.removeMarker(folder)
}

/** The files, and the folders with a marker, that a sweep would remove. Yields `NONE` now and then, as above. */
export function* searchStale(nodes: Nodes, folder: number, sweep: Sweep): Generator<number> {
  const { look, isDeep } = sweep
  const isMarked = !Number.isNaN(nodes.times.get(folder))
  if (isMarked && nodes.parentOf(folder) !== NONE && nodes.stamps.get(folder) < look) yield folder
  for (const [index, node] of nodes.childrenOf(folder).entries()) {
    if (index % TURN === TURN - 1) yield NONE
    if (nodes.parentOf(node) !== folder) continue
    if (nodes.kindOf(node) === FOLDER && isDeep) yield* searchStale(nodes, node, sweep)
    else if (nodes.kindOf(node) === FILE && nodes.stamps.get(node) < look) yield node
  }
  yield NONE
}
