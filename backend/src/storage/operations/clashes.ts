// What cannot be merged: a file against a folder of its name, and a folder into its own source.
import { isBelow } from '../paths.ts'
import { foldersOf, isMarkerKey, type Stack } from './tree.ts'

/** Whether what is merged from one place to another lands in the source itself. Texts of `pathText`. */
export const writesIntoSource = (from: string, to: string, sources: Pick<Stack, 'name'>[]): boolean =>
  isBelow(from, to) && sources.some(({ name }) => name.startsWith(`${from.slice(to.length + 1)}/`))

export type Named = Pick<Stack, 'name' | 'key'>

/** A merge puts files over files and folders into folders; a file against a folder is refused. */
export function isMixed(sources: Named[], there: Named[]): boolean {
  const files = (stacks: Named[]) =>
    new Set(stacks.filter((stack) => !isMarkerKey(stack.key)).map((stack) => stack.name))
  const clash = (a: Named[], b: Named[]) =>
    [...foldersOf(b.map((stack) => stack.name))].some((folder) => files(a).has(folder))
  return clash(sources, there) || clash(there, sources)
}
