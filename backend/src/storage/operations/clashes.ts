// What cannot be merged: a file against a folder of its name, and a folder into its own source.
import { isBelow } from '../paths.ts'
import { foldersOf } from './stacks.ts'
import type { Window } from './windows.ts'

/** The part of a source that a merge of it would land in, as names begin there; null for none. Texts of `pathText`. */
export const ownPart = (from: string, to: string): string | null =>
  isBelow(from, to) ? `${from.slice(to.length + 1)}/` : null

const isFile = (name: string): boolean => !name.endsWith('/')

/** Finds files of one side that are folders of the other one, in windows that follow each other. */
export class Clashes {
  // A folder's name comes before all that is in it: of earlier files those count that a later name begins with.
  #left: string[] = []
  #right: string[] = []

  /** Whether something in a window clashes, with the window itself or with an earlier one. */
  isIn({ left, right, upTo }: Window<string, string>): boolean {
    const [leftFiles, rightFiles] = [
      [...this.#left, ...left.filter(isFile)],
      [...this.#right, ...right.filter(isFile)],
    ]
    const isOpen = (name: string) => upTo?.startsWith(name) ?? false
    this.#left = leftFiles.filter(isOpen)
    this.#right = rightFiles.filter(isOpen)
    return clash(leftFiles, right) || clash(rightFiles, left)
  }
}

function clash(files: string[], names: string[]): boolean {
  const folders = foldersOf(names)
  return files.some((file) => folders.has(file))
}
