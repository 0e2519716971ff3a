// How long links may last. Without schemas, for the page.

export const SHARE_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const

export type ShareUnit = (typeof SHARE_UNITS)[number]

/** The largest count of units that a link may last, and of downloads that it may have. */
export const SHARE_NUMBER_MAX = 2_147_483_647
