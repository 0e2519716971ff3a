// Which files of a torrent come before the others, by their numbers.
import { IMPORT_FIRST_MAX } from '../../../backend/contract/limits.ts'

/** Puts files in front of all others, or takes them out if all of them are there already. */
export function toggledFirst(first: readonly number[], files: readonly number[]): number[] {
  const chosen = new Set(files)
  const others = first.filter((number) => !chosen.has(number))
  const areFirst = first.length - others.length === files.length
  return areFirst ? others : [...files, ...others].slice(0, IMPORT_FIRST_MAX)
}

/** Moves one file a step up (-1) or down (1). */
export function moved(first: readonly number[], file: number, step: 1 | -1): number[] {
  const at = first.indexOf(file)
  const other = first[at + step]
  if (at < 0 || other === undefined) return [...first]
  return first.with(at, other).with(at + step, file)
}
