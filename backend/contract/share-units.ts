// How long links may last. Without schemas, so that the page can import it.

export const SHARE_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const

export type ShareUnit = (typeof SHARE_UNITS)[number]

/** The largest duration of a link in its unit, and the largest download limit. */
export const SHARE_NUMBER_MAX = 2_147_483_647
