/** The part of a room that is used, in whole percent, at most 100; null where no end is known (0). */
export const percentOf = (used: number, total: number): number | null =>
  total <= 0 ? null : Math.min(100, Math.round((used / total) * 100))
