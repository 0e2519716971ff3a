// What is told from several folders changes with each of them.

/** The versions of several folders as one; null where any of them has none. */
export const joinedVersion = (...versions: readonly (string | null)[]): string | null =>
  versions.includes(null) ? null : versions.join(' ')
