// Names that archives give, as paths below the folder that they are extracted to.
import { fold } from '../../../../contract/fold.ts'
import { KEY_MAX_BYTES } from '../../../../contract/limits.ts'
import { parseUserPath } from '../../../storage/paths.ts'

/** Archives of old Windows programs have backslashes between folders. */
const asPath = (name: string): string => (name.includes('/') ? name : name.replaceAll('\\', '/'))

/**
 * The name as a clean relative path, '' for the archive's own root; null for one that leads elsewhere, or that no file
 * can have here.
 */
export function safeName(raw: string): string | null {
  const name = asPath(raw)
  if (name === '') return null
  if (/^(\/|[a-z]:)/i.test(name) || name.split('/').includes('..')) return null
  try {
    const path = parseUserPath(`/${name}`).slice(1)
    return Buffer.byteLength(path) > KEY_MAX_BYTES ? null : path
  } catch {
    return null
  }
}

export interface SafeNames {
  /** The path of an entry; another one where its own is taken. Null for a folder that is there already. */
  take(name: string, isFolder: boolean): string | null
}

interface Taken {
  path: string
  isFolder: boolean
}

/** Names that differ in case alone count as the same, since no such two can lie on many people's disks. */
export function createSafeNames(): SafeNames {
  const taken = new Map<string, Taken>()
  /** For names that were taken, the number to try next, because thousands may collide. */
  const next = new Map<string, number>()
  const told = new Set<string>()

  function folderOf(path: string): string {
    if (path === '') return ''
    const known = taken.get(fold(path))
    if (known?.isFolder) return known.path
    return enter(path, true)
  }

  /** Enters a path whose own name is still to be found free. */
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
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 && !isFolder ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    for (let number = next.get(folder + name) ?? 1; ; number += 1) {
      const other = `${folder}${stem}(${number})${ending}`
      if (taken.has(fold(other))) continue
      next.set(folder + name, number + 1)
      return other
    }
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
