// Names inside an archive: valid on every system, and unique.

export interface EntryNames {
  /**
   * Returns the name of an entry by its path below the archive's base, without a trailing slash. Call it once for each
   * file.
   */
  nameOf(relative: string, kind: 'file' | 'folder'): string
}

/**
 * A backslash, which some systems take as a separator, becomes `_`. In byte order `a\b` comes before `a_b`, so the
 * later of two equal names gets a number. Only names that differ from their paths are remembered.
 */
export function createEntryNames(): EntryNames {
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  /** For names that were taken, the number to try next, because thousands may collide. */
  const next = new Map<string, number>()

  function nameOf(relative: string, kind: 'file' | 'folder'): string {
    if (taken.size === 0 && !relative.includes('\\')) return relative
    const known = folders.get(relative)
    if (known !== undefined) return known
    const cut = relative.lastIndexOf('/')
    const folder = cut < 0 ? '' : `${nameOf(relative.slice(0, cut), 'folder')}/`
    const own = relative.slice(cut + 1)
    const safe = own.replaceAll('\\', '_')
    const name = firstFree(folder, safe)
    if (safe !== own || !name.endsWith(safe)) taken.add(name)
    if (kind === 'folder' && name !== relative) folders.set(relative, name)
    return name
  }

  function firstFree(folder: string, name: string): string {
    if (!taken.has(folder + name)) return folder + name
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    for (let number = next.get(folder + name) ?? 1; ; number += 1) {
      const other = `${folder}${stem} (${number})${ending}`
      if (taken.has(other)) continue
      next.set(folder + name, number + 1)
      return other
    }
  }

  return { nameOf }
}
