// The headings of a PDF, as its outline names them.

/** What the library tells of an outline. */
interface Entry {
  title: string
  dest: string | unknown[] | null
  items: readonly Entry[]
}

export interface Heading {
  title: string
  /** 0 for the highest. */
  level: number
  /** Where it points in the file; null for nowhere. */
  target: string | unknown[] | null
}

/** Foreign files may have any number of headings, and any depth. */
const HEADINGS_MAX = 2_000
const LEVELS_MAX = 8

/** The headings in the order of the file, with a limit for their number and depth. */
export function headingsOf(entries: readonly Entry[] | null): Heading[] {
  const headings: Heading[] = []
  const add = (some: readonly Entry[], level: number) => {
    for (const { title, dest, items } of some) {
      if (headings.length >= HEADINGS_MAX) return
      headings.push({ title: title.trim(), level, target: dest })
      if (level < LEVELS_MAX) add(items, level + 1)
    }
  }
  add(entries ?? [], 0)
  return headings
}
