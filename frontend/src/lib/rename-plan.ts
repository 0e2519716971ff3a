// The order in which many items are renamed, so that no new name is still in use.
import { freeName } from '../../../backend/contract/numbered-names.ts'
import { childOf, nameOf, parentOf } from './paths.ts'

export interface Rename {
  from: string
  to: string
}

/**
 * The renames as steps to carry out in order. An item whose new name is in use waits for the item that has it. If they
 * wait for each other (a swap), one gets a temporary name that nothing has or wants. `isTaken` tells which other names
 * exist in the folders.
 */
export function stepsOf(renames: readonly Rename[], isTaken: (path: string) => boolean): Rename[] {
  const waiting = new Map(renames.filter(({ from, to }) => from !== to).map((rename) => [rename.from, rename]))
  const wanted = new Set(renames.map(({ to }) => to))
  const steps: Rename[] = []
  const take = (rename: Rename): void => {
    // What waits for this rename comes after it. The loop follows the chain to its end without recursion.
    const chain = [rename]
    const seen = new Set([rename.from])
    for (let next = waiting.get(rename.to); next !== undefined; next = waiting.get(next.to)) {
      if (seen.has(next.from)) {
        const room = freePath(next.from, (path) => isTaken(path) || wanted.has(path) || waiting.has(path))
        steps.push({ from: next.from, to: room })
        chain[chain.findIndex(({ from }) => from === next?.from)] = { from: room, to: next.to }
        break
      }
      seen.add(next.from)
      chain.push(next)
    }
    for (const from of seen) waiting.delete(from)
    steps.push(...chain.toReversed())
  }
  for (const rename of renames) if (waiting.has(rename.from)) take(rename)
  return steps
}

function freePath(path: string, isTaken: (path: string) => boolean): string {
  const at = (name: string) => childOf(parentOf(path), name)
  return at(freeName(nameOf(path), (name) => isTaken(at(name))))
}

/** The steps that undo others. */
export const undoOf = (steps: readonly Rename[]): Rename[] =>
  steps.toReversed().map(({ from, to }) => ({ from: to, to: from }))
