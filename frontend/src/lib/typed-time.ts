// Positions in a film as people type them.

/** Hours, minutes and seconds, or fewer of them: `1:02:03`, `2:03`, `123`. */
const TIME = /^(?:(?:(\d{1,2}):)?([0-5]?\d):)?([0-5]?\d)$/
const SECONDS = /^\d{1,5}$/

/** Seconds; null for a text that is no position. */
export function readSeconds(text: string): number | null {
  const typed = text.trim()
  if (SECONDS.test(typed)) return Number(typed)
  const [, hours = '0', minutes = '0', seconds] = TIME.exec(typed) ?? []
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/**
 * The part of a film between two typed positions; null if they make none. Nothing typed is the beginning, or the end.
 */
export function readPart({ from, to }: { from: string; to: string }): { from: number; to: number | null } | null {
  const start = from.trim() === '' ? 0 : readSeconds(from)
  const end = to.trim() === '' ? null : readSeconds(to)
  const isWrong = start === null || (end === null && to.trim() !== '') || (end !== null && end <= start)
  return isWrong ? null : { from: start, to: end }
}
