/** The search of an address. An `isEverywhere` search was started in the folder and returns to it. */
export interface SearchPlace {
  folder: string
  query: string
  isEverywhere: boolean
}

/**
 * Whether two addresses ask for the same search. If everything is searched, the folder where it started does not
 * matter.
 */
export function isSamePlace(a: SearchPlace, b: SearchPlace | null): boolean {
  if (b === null || a.query !== b.query) return false
  const [from, other] = [a, b].map(({ folder, isEverywhere }) => (isEverywhere ? '/' : folder))
  return from === other
}

/** Whether two addresses stand for the same search. */
export const isEqualPlace = (a: SearchPlace, b: SearchPlace): boolean =>
  a.folder === b.folder && a.query === b.query && a.isEverywhere === b.isEverywhere

/** The key of a hit. A file and a folder may have the same path. */
export const keyOfHit = (path: string, isDir: boolean): string => (isDir ? `${path}/` : path)
