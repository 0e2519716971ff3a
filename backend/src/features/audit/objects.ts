// How the audit is stored in the system bucket: objects of JSON lines, one or more for each hour and process.
import type { AuditEntry } from '../../../contract/audit.ts'
import { AUDIT } from '../../storage/own-keys.ts'

const HOUR_MS = 3_600_000
/** `2026-11-21T23` */
const HOUR_LETTERS = 13
const MONTH_LETTERS = 7
const TIME_DIGITS = 13

/** The name of the hour of a time, in UTC. `ms` since 1970. */
export const hourOf = (ms: number): string => new Date(ms).toISOString().slice(0, HOUR_LETTERS)

/** The start of an hour, in milliseconds since 1970. */
export const startOfHour = (hour: string): number => Date.parse(`${hour}:00:00Z`)

/** The key of a part that a process wrote in an hour. Parts are numbered from 0. */
export const partKey = (hour: string, writer: string, part: number): string =>
  `${AUDIT}${hour}/${writer}-${String(part).padStart(5, '0')}.jsonl`

/** The hour and the writer of a key; null for a foreign key. */
export function readKey(key: string): { hour: string; writer: string } | null {
  const { hour, writer } = /^audit\/(?<hour>\d{4}-\d\d-\d\dT\d\d)\/(?<writer>\w+)-\d{5}\.jsonl$/.exec(key)?.groups ?? {}
  return hour === undefined || writer === undefined ? null : { hour, writer }
}

/** The key prefixes of all months from a later time back to an earlier one. */
export function* monthsBack(from: number, to: number): Generator<string> {
  let month = hourOf(from).slice(0, MONTH_LETTERS)
  const last = hourOf(to).slice(0, MONTH_LETTERS)
  while (month >= last) {
    yield `${AUDIT}${month}`
    month = hourOf(Date.parse(`${month}-01T00:00:00Z`) - HOUR_MS).slice(0, MONTH_LETTERS)
  }
}

/** An entry's id. Ids sort as strings by time; ids of one process also within a millisecond. */
export const auditEntryId = (ms: number, writer: string, count: number): string =>
  `${auditPositionOf(ms)}-${writer}-${count.toString(36).padStart(8, '0')}`

/** A bound that sorts before the ids of all entries at or after a time, and after all ids before it. */
export const auditPositionOf = (ms: number): string => String(ms).padStart(TIME_DIGITS, '0')

/** The time of an id or a position, in milliseconds since 1970. */
export const timeOf = (position: string): number => Number(position.slice(0, TIME_DIGITS))

/**
 * The latest time of an entry before an id or a position. A page that ends at the start of an hour continues in the
 * hour before; otherwise a reader would never get further.
 */
export const lastTimeBefore = (position: string): number =>
  position.length > TIME_DIGITS ? timeOf(position) : timeOf(position) - 1

export const toLine = (entry: AuditEntry): string => `${JSON.stringify(entry)}\n`

/** The entries of an object, in their order. Invalid lines are skipped, so that the others can still be read. */
export function readLines(text: string): AuditEntry[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    try {
      return [JSON.parse(line) as AuditEntry]
    } catch {
      return []
    }
  })
}
