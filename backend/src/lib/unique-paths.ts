// Makes the paths of a tree unique that somebody else has named.
import { fold } from '../../contract/fold.ts'
import { freeName } from '../../contract/numbered-names.ts'

export interface UniquePaths {
  /** The path for an entry: another one if its own is taken. Null for a folder that exists already. */
  take(name: string, isFolder: boolean): string | null
}

interface Taken {
  path: string
  isFolder: boolean
}

/** Names that differ only in case or accents count as the same, because many disks cannot hold both. */
export function createUniquePaths(): UniquePaths {
  const taken = new Map<string, Taken>()
  const counts = new Map<string, number>()
  const told = new Set<string>()

  function folderOf(path: string): string {
    if (path === '') return ''
    const known = taken.get(fold(path))
    if (known?.isFolder) return known.path
    return enter(path, true)
  }

  /** Adds a path, under a free name. */
  function enter(path: string, isFolder: boolean): string {
    const cut = path.lastIndexOf('/')
    const folder = cut < 0 ? '' : `${folderOf(path.slice(0, cut))}/`
    const free = freeIn(folder, path.slice(cut + 1), isFolder)
    taken.set(fold(free), { path: free, isFolder })
    return free
  }

  function freeIn(folder: string, name: string, isFolder: boolean): string {
    const first = taken.get(fold(folder + name))
    if (!first) return folder + name
    if (isFolder && first.isFolder) return first.path
    const isTaken = (candidate: string) => taken.has(fold(folder + candidate))
    return folder + freeName(name, isTaken, { counts, key: fold(folder + name) })
  }

  return {
    take(name, isFolder) {
      const path = enter(name, isFolder)
      if (!isFolder) return path
      if (told.has(path)) return null
      told.add(path)
      return path
    },
  }
}
