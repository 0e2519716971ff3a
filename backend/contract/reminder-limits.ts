// The limits of reminders, and the lists of their values. Without schemas, so that the page can import it.

/** Minutes by which a reminder can be put off. */
export const SNOOZE_MINUTES = [5, 10] as const
export type SnoozeMinutes = (typeof SNOOZE_MINUTES)[number]
/** Reminders of one answer: those that are due, and the next ones. */
export const REMINDERS_MAX = 100
/** A reminder that was missed by more than this is not told any more. */
export const REMINDER_LATE_MS = 3_600_000
/** How far ahead reminders are told to open pages, which ask again before that. */
export const REMINDERS_AHEAD_MS = 2 * 3_600_000
/** How long an answer to a reminder is remembered. */
export const REMINDER_ANSWER_MS = 2 * 86_400_000
/** Answers of a person that are remembered, and events of others, or of everyone, that a person is reminded of. */
export const REMINDER_ANSWERS_MAX = 300
export const OWN_REMINDERS_MAX = 500
