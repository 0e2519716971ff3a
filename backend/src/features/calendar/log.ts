// The last changes of a book: what CalDAV clients ask for, and what names the state that a client has seen.
import type { Book, LogEntry, StoredEvent } from './types.ts'

/** Entries that a book keeps. Clients with an older token begin anew. */
export const LOG_MAX = 500
const MARK_LENGTH = 12

/** An event of a change: its name for CalDAV clients, and its calendar. */
type Named = Pick<LogEntry, 'calendar' | 'name'>

/** The name of an event for CalDAV clients: as one of them has chosen it, or one of its id. */
export const resourceOf = ({ id, resource }: StoredEvent): string => resource ?? `${id}.ics`

/** What of an event the list has. */
export const namedOf = (event: StoredEvent): Named => ({ calendar: event.calendar, name: resourceOf(event) })

/** A change that touches no event is in it, too. */
const NOTHING: Named = { calendar: '', name: '' }

/** The list with one more change. `change`: its id. */
export function logWith({ revision, log = [] }: Book, change: string, touched: readonly Named[]): LogEntry[] {
  const mark = change.slice(0, MARK_LENGTH)
  const entries = (touched.length > 0 ? touched : [NOTHING]).map((one) => ({ ...one, revision: revision + 1, mark }))
  return [...log, ...entries].slice(-LOG_MAX)
}

/**
 * Names the state of a book. The revision alone would name two of them after a restore: a book that comes back from a
 * backup counts on from there, over numbers that clients have seen with other events.
 */
export const stateOf = ({ revision, log = [] }: Pick<Book, 'revision' | 'log'>): string =>
  `${revision}-${log.at(-1)?.mark ?? ''}`

/**
 * The names of the events that have been touched in a calendar since a state, some perhaps twice; null for a state that
 * is forgotten, or that this book never had.
 */
export function changedSince(book: Pick<Book, 'revision' | 'log'>, calendar: string, state: string): string[] | null {
  const { log = [] } = book
  const [number = '', mark = ''] = state.split('-')
  const revision = Number(number)
  const isKnown =
    state === stateOf(book) ||
    (revision === 0 && log.length < LOG_MAX && log[0]?.revision === 1) ||
    log.some((entry) => entry.revision === revision && (entry.mark ?? '') === mark)
  if (!isKnown) return null
  return log.filter((entry) => entry.calendar === calendar && entry.revision > revision).map(({ name }) => name)
}
