// The rules for reads.
import type { State } from './states.ts'
import type { Seen } from './steps.ts'
import { kindAt, nameOf, parentOf } from './tree.ts'

/** What a reader sees at a path. */
export function seenAt(state: State, path: string): Seen {
  const size = state.files.get(path)
  if (size !== undefined) return { size }
  if (kindAt(state, path) === null) return null
  const names = (paths: Iterable<string>) => [...paths].filter((one) => parentOf(one) === path)
  return {
    items: new Map([
      ...names(state.files.keys()).map((one) => [nameOf(one), state.files.get(one) ?? null] as const),
      ...names(state.folders).map((one) => [nameOf(one), null] as const),
    ]),
  }
}

/** Whether a reader could see this, given that the folders in `maybe` may exist as well. */
export function isSeen(state: State, path: string, seen: Seen): boolean {
  const there = seenAt(state, path)
  if (seen === null || there === null || 'size' in seen || 'size' in there) {
    if (there === null && seen !== null && 'items' in seen) return state.maybe.has(path) && seen.items.size === 0
    return (
      JSON.stringify(seen && 'size' in seen ? seen.size : seen && 'folder') ===
      JSON.stringify(there && 'size' in there ? there.size : there && 'folder')
    )
  }
  const names = new Set([...seen.items.keys(), ...there.items.keys()])
  return [...names].every(
    (name) =>
      seen.items.get(name) === there.items.get(name) ||
      (state.maybe.has(`${path}/${name}`) && (seen.items.get(name) ?? null) === null),
  )
}

/** Whether each thing seen existed in one of several states, and nothing that existed in all of them was missed. */
export function isSeenAmong(states: State[], path: string, seen: Seen): boolean {
  if (states.some((state) => isSeen(state, path, seen))) return true
  if (seen === null || 'size' in seen) return false
  const all = states
    .map((state) => seenAt(state, path))
    .map((there) => (there && 'items' in there ? there.items : new Map<string, number | null>()))
  const isRight = [...seen.items].every(([name, size]) => all.some((items) => items.get(name) === size))
  const [first, ...others] = all
  const always = [...(first ?? [])].filter(([name, size]) => others.every((items) => items.get(name) === size))
  return isRight && always.every(([name, size]) => seen.items.get(name) === size)
}
