// The limits of calendars, and what their lists of values are. Without schemas, so that the page can import it.

/** The calendar of the whole household, which all who may write in calendars write in. */
export const EVERYONE = 'everyone'

/** The hues (degrees of OKLCH) that a calendar may have. Lightness is up to the theme of the page. */
export const CALENDAR_HUES = [350, 25, 55, 90, 140, 170, 210, 250, 285, 320] as const
/** Calendars of a person. */
export const CALENDARS_MAX = 20
/** Events of a person, or of the household; of one month; and those that repeat or last longer than a month. */
export const CALENDAR_EVENTS_MAX = 20_000
export const MONTH_EVENTS_MAX = 2_000
export const LASTING_EVENTS_MAX = 1_000
/** Months of a person's calendars that have events. */
export const CALENDAR_MONTHS_MAX = 600
/** Characters of a name of a calendar, of a title, a place and notes. */
export const CALENDAR_NAME_MAX = 60
export const EVENT_TITLE_MAX = 200
export const EVENT_PLACE_MAX = 300
export const EVENT_NOTES_MAX = 4_000
/** People, reminders and attached files of an event. */
export const EVENT_PEOPLE_MAX = 50
export const EVENT_REMINDERS_MAX = 5
export const EVENT_FILES_MAX = 20
/** The earliest reminder before an event, in minutes: four weeks. */
export const REMINDER_MAX_MINUTES = 40_320
/** Characters of a rule, its occurrences if it counts them, and how many of them are changed or left out. */
export const EVENT_RULE_MAX = 300
export const RULE_COUNT_MAX = 2_000
export const RULE_EXCEPTIONS_MAX = 500
/** Days of an event, and of one that repeats. */
export const EVENT_DAYS_MAX = 366
export const REPEATING_DAYS_MAX = 31
/** The first and last year of an event. */
export const EVENT_YEARS = { first: 1900, last: 2200 } as const
/** Days of one request for events, and how many it answers. */
export const CALENDAR_WINDOW_DAYS_MAX = 400
export const CALENDAR_ANSWER_MAX = 20_000
/** Days that deleted events can come back, and how many deletions and changes of a person can be undone. */
export const CALENDAR_UNDO_DAYS = 30
export const CALENDAR_UNDO_MAX = 300

/** Characters that name an occurrence. */
export const SERIES_KEY_MAX = 19

/** What of a repeating event is changed: one occurrence, it and the later ones, or all. */
export const EVENT_SCOPES = ['this', 'following', 'all'] as const
export type EventScope = (typeof EVENT_SCOPES)[number]

/** Bytes of a file that is imported, and its events. */
export const CALENDAR_FILE_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_EVENTS_MAX = 10_000
/** Events that the answer to an import names as examples. */
export const IMPORT_EXAMPLES_MAX = 5
/**
 * Why an event of a file is not imported: an unknown time zone, a rule or times that Nido does not have, too many
 * exceptions, no event but a task, called off, or not readable.
 */
export const IMPORT_REFUSALS = ['zone', 'rule', 'time', 'exceptions', 'task', 'cancelled', 'unreadable'] as const
export type ImportRefusal = (typeof IMPORT_REFUSALS)[number]

/** What the private address of a person shows: own calendars and that of the household, or those of all. */
export const FEED_SCOPES = ['own', 'all'] as const
export type FeedScope = (typeof FEED_SCOPES)[number]
/** Device passwords of a person, and characters of their names. */
export const DEVICES_MAX = 20
export const DEVICE_NAME_MAX = 60
/** Whole answers of one address within the time in which failed logins count. Others are answered 429. */
export const FEED_ANSWERS_MAX = 100

/** Outside calendars of a person: an address of an .ics file, or the holidays of a country. */
export const SUBSCRIPTIONS_MAX = 10
/** Bytes of an outside calendar, how long fetching it may take, and how many of its events are kept. */
export const SUBSCRIPTION_MAX_BYTES = 10 * 1024 * 1024
export const SUBSCRIPTION_SECONDS_MAX = 30
export const SUBSCRIPTION_EVENTS_MAX = 5_000
/** Hours between two fetches. Where one fails, the next ones come later and later. */
export const SUBSCRIPTION_HOURS = { least: 6, most: 24 } as const
/** How often "fetch now" may be asked for within some minutes. */
export const SUBSCRIPTION_FETCHES_MAX = 5
export const SUBSCRIPTION_FETCHES_MINUTES = 10
export const SUBSCRIPTION_LINK_MAX = 2_000
/**
 * Why an outside calendar could not be fetched: its address is none, or a private one; the server cannot be reached,
 * wants a login, has it no longer, answers something else, too much or too many events; or the person may not.
 */
export const SUBSCRIPTION_ERRORS = [
  'badLink',
  'privateAddress',
  'unreachable',
  'needsLogin',
  'gone',
  'noCalendar',
  'tooLarge',
  'forbidden',
  'internal',
] as const
export type SubscriptionError = (typeof SUBSCRIPTION_ERRORS)[number]
/** `waiting` for the next fetch; `stopped` until its person asks for one, because it cannot succeed by itself. */
export const SUBSCRIPTION_STATES = ['waiting', 'fetching', 'stopped', 'off'] as const
