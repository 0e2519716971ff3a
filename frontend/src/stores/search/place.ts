/** What an address asks for. An `isEverywhere` search was begun in the folder and goes back to it. */
export interface SearchPlace {
  folder: string
  query: string
  isEverywhere: boolean
}

/**
 * Whether two addresses ask the same; where everything is searched, the folder that it was begun in makes no
 * difference.
 */
export function isSamePlace(a: SearchPlace, b: SearchPlace | null): boolean {
  if (b === null || a.query !== b.query) return false
  const [from, other] = [a, b].map(({ folder, isEverywhere }) => (isEverywhere ? '/' : folder))
  return from === other
}
