// Names inside an archive: safe on every system, and each only once.

export interface EntryNames {
  /**
   * The name that an entry gets, by its path below the archive's base, without a closing slash. Each file is asked for
   * once.
   */
  nameOf(relative: string, kind: 'file' | 'folder'): string
}

/**
 * A backslash, a separator to some systems, becomes `_`. In byte order `a\b` comes before `a_b`, so it is the later of
 * two names that would fall together that is numbered. Only names that differ from their paths are remembered.
 */
export function createEntryNames(): EntryNames {
  const folders = new Map<string, string>()
  const taken = new Set<string>()
  /** Of names that were taken, the number that is tried next: thousands may fall together. */
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
