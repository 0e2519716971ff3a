// The files of a torrent as a tree of folders, to choose from.
import type { ImportFile } from '../../../backend/contract/imports.ts'

/** A folder or file of the tree, as a row. */
export interface TreeRow {
  path: string
  name: string
  depth: number
  size: number
  /** Its number in the torrent; null for a folder. */
  file: number | null
  /** The numbers of all files in it. */
  files: readonly number[]
}

interface Folder {
  path: string
  name: string
  folders: Map<string, Folder>
  files: number[]
}

const folderOf = (path: string, name: string): Folder => ({ path, name, folders: new Map(), files: [] })

function build(files: readonly ImportFile[]): Folder {
  const top = folderOf('', '')
  files.forEach(({ path }, number) => {
    const names = path.split('/').slice(0, -1)
    let at = top
    for (const name of names) {
      const below = at.path === '' ? name : `${at.path}/${name}`
      const next = at.folders.get(name) ?? folderOf(below, name)
      at.folders.set(name, next)
      at = next
    }
    at.files.push(number)
  })
  return top
}

/** All files in a folder and below it. */
const allIn = (folder: Folder): number[] => [...folder.folders.values()].flatMap(allIn).concat(folder.files)

/** The rows of a tree from the top, without what is in folders that are not open. */
export function rowsOfTree(files: readonly ImportFile[], open: ReadonlySet<string>): TreeRow[] {
  const sizeOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + (files[number]?.size ?? 0), 0)
  const rowsOf = (folder: Folder, depth: number): TreeRow[] => [
    ...[...folder.folders.values()].flatMap((inner): TreeRow[] => {
      const numbers = allIn(inner)
      const row = { path: inner.path, name: inner.name, depth, size: sizeOf(numbers), file: null, files: numbers }
      return [row, ...(open.has(inner.path) ? rowsOf(inner, depth + 1) : [])]
    }),
    ...folder.files.map((number): TreeRow => {
      const { path = '', size = 0 } = files[number] ?? {}
      return { path, name: path.slice(path.lastIndexOf('/') + 1), depth, size, file: number, files: [number] }
    }),
  ]
  return rowsOf(build(files), 0)
}

/** The folders that are open at first: all, unless there are so many files that nobody would find anything. */
export function openAtFirst(files: readonly ImportFile[], most = 100): Set<string> {
  const ways = files.map(({ path }) => path.split('/').slice(0, -1))
  const folders = ways.flatMap((names) => names.map((_, index) => names.slice(0, index + 1).join('/')))
  const top = ways.flatMap(([name]) => name ?? [])
  return new Set(files.length <= most ? folders : new Set(top).size === 1 ? top : [])
}
