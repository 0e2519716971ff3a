// A plain model of a person's tree: files with their contents, and folders. A folder exists until it is deleted or
// moved itself.
import { numberedName } from '../../backend/contract/numbered-names.ts'
import type { Size } from './contents.ts'

export interface Tree {
  /** By path, such as `/a/b`. */
  files: Map<string, Size>
  /** Without the root. */
  folders: Set<string>
}

/** A subtree. Names are relative to its path, '' for a single file. */
export interface Branch {
  isFile: boolean
  files: Map<string, Size>
  folders: string[]
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
export const join = (path: string, name: string): string => (name === '' ? path : `${path}/${name}`)
export const isBelow = (path: string, above: string): boolean => path.startsWith(`${above}/`)
export const isAtOrBelow = (path: string, above: string): boolean => path === above || isBelow(path, above)
export const overlap = (one: string, other: string): boolean => isAtOrBelow(one, other) || isAtOrBelow(other, one)

/** The folders that contain a path, without the root. */
export function foldersAbove(path: string): string[] {
  const found: string[] = []
  for (let at = parentOf(path); at !== ''; at = parentOf(at)) found.push(at)
  return found
}

export type Kind = 'file' | 'folder' | null

export function kindAt({ files, folders }: Tree, path: string): Kind {
  if (path === '') return 'folder'
  return files.has(path) ? 'file' : folders.has(path) ? 'folder' : null
}

/** Whether there is a file where a path needs a folder. */
export const isBelowFile = ({ files }: Tree, path: string): boolean =>
  foldersAbove(path).some((folder) => files.has(folder))

/** Null if nothing is there. */
export function branchAt(tree: Tree, path: string): Branch | null {
  const size = tree.files.get(path)
  if (size !== undefined) return { isFile: true, files: new Map([['', size]]), folders: [] }
  if (kindAt(tree, path) === null) return null
  const inside = (one: string) => one.slice(path.length + 1)
  return {
    isFile: false,
    files: new Map(
      [...tree.files].filter(([one]) => isBelow(one, path)).map(([one, content]) => [inside(one), content]),
    ),
    folders: [...tree.folders].filter((one) => isBelow(one, path)).map(inside),
  }
}

/** Changes the tree: adds a file with its parent folders. */
export function putFile(tree: Tree, path: string, size: Size): void {
  tree.files.set(path, size)
  for (const folder of foldersAbove(path)) tree.folders.add(folder)
}

/** Changes the tree: adds a folder with its parent folders. */
export function putFolder(tree: Tree, path: string): void {
  if (path === '') return
  tree.folders.add(path)
  for (const folder of foldersAbove(path)) tree.folders.add(folder)
}

/** Changes the tree: removes a path with everything below it. */
export function take(tree: Tree, path: string): void {
  for (const file of tree.files.keys()) if (isAtOrBelow(file, path)) tree.files.delete(file)
  for (const folder of tree.folders) if (isAtOrBelow(folder, path)) tree.folders.delete(folder)
}

/** The `count`th alternative name of a path, or the path itself: `/a/b` → `/a/b(1)`, `/a/b(1)` → `/a/b(2)`. */
export const numbered = (path: string, count: number): string =>
  count === 0 ? path : `${parentOf(path)}/${numberedName(nameOf(path), count)}`
