/** The used share of a storage space, in whole percent, at most 100; null if the total is unknown (0). */
export const percentOf = (used: number, total: number): number | null =>
  total <= 0 ? null : Math.min(100, Math.round((used / total) * 100))
