// What can happen to files. Without schemas, so that the page can import it.

/**
 * What people did with files. `renamed` is a move within a folder. `movedAway` is a move to where the caller does not
 * see it.
 */
export const ACTIVITY_KINDS = [
  'added',
  'changed',
  'renamed',
  'moved',
  'movedAway',
  'copied',
  'deleted',
  'restored',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** Where it happened: in the person's own folders, or in the shared one. */
export const ACTIVITY_PLACES = ['own', 'shared'] as const

/** Days that it is kept. */
export const ACTIVITY_KEPT_DAYS = 90
