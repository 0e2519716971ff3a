// Reads the audit, newest first, from the objects of all processes: hour by hour, with one object of each process in
// memory.
import type { AuditEntry } from '../../../contract/audit.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { Scratch } from '../../storage/types.ts'
import {
  hourOf,
  lastTimeBefore,
  monthsBack,
  auditPositionOf,
  readKey,
  readLines,
  startOfHour,
  timeOf,
} from './objects.ts'

/** Hours whose newest objects are fetched together. */
const AHEAD = 8
const AT_ONCE = 8

/** The span to read. `before` and `after` are positions or ids of entries; `before` itself is excluded. */
export interface Span {
  before: string
  after: string
}

/** Some entries, newest first, and the position up to which everything has been read. */
export interface Bunch {
  entries: AuditEntry[]
  position: string
}

type Read = Pick<Scratch, 'get' | 'list'>

interface Hour {
  hour: string
  keysByWriter: string[][]
}

/** The entries of a span, newest first, hour by hour. Entries written meanwhile may be missing. */
export async function* newestFirst(scratch: Read, span: Span): AsyncGenerator<Bunch> {
  for await (const hours of hoursBack(scratch, span)) {
    const newest = await mapParallel(
      hours.flatMap(({ keysByWriter }) => keysByWriter.flatMap((keys) => keys.at(-1) ?? [])),
      AT_ONCE,
      async (key) => [key, await entriesOf(scratch, key)] as const,
    )
    const fetched = new Map(newest)
    for (const { hour, keysByWriter } of hours) {
      for await (const entries of merged(keysByWriter.map((keys) => backwards(scratch, keys, fetched)))) {
        const inside = entries.filter(({ id }) => id < span.before && id >= span.after)
        if (inside.length > 0) yield { entries: inside, position: inside.at(-1)?.id ?? '' }
      }
      yield { entries: [], position: auditPositionOf(startOfHour(hour)) }
    }
  }
}

/** A few hours at a time, newest first. */
async function* hoursBack(scratch: Read, { before, after }: Span): AsyncGenerator<Hour[]> {
  const [newest, oldest] = [hourOf(lastTimeBefore(before)), hourOf(timeOf(after))]
  for (const prefix of monthsBack(lastTimeBefore(before), timeOf(after))) {
    const keys = (await scratch.list(prefix)).toSorted().flatMap((key) => {
      const read = readKey(key)
      return read && read.hour <= newest && read.hour >= oldest ? [{ key, ...read }] : []
    })
    const hours = [...Map.groupBy(keys, ({ hour }) => hour)].reverse().map(([hour, all]): Hour => ({
      hour,
      keysByWriter: [...Map.groupBy(all, ({ writer }) => writer).values()].map((own) => own.map(({ key }) => key)),
    }))
    for (let from = 0; from < hours.length; from += AHEAD) yield hours.slice(from, from + AHEAD)
  }
}

/** What one process wrote in an hour, newest first, one object at a time. */
async function* backwards(
  scratch: Read,
  keys: readonly string[],
  fetched: ReadonlyMap<string, AuditEntry[]>,
): AsyncGenerator<AuditEntry> {
  for (const key of keys.toReversed()) yield* (fetched.get(key) ?? (await entriesOf(scratch, key))).toReversed()
}

const entriesOf = async (scratch: Read, key: string): Promise<AuditEntry[]> =>
  readLines((await scratch.get(key))?.toString('utf8') ?? '')

const BUNCH = 500

/** Merges several sources, newest first. It works in batches, because each step of a generator has a cost. */
async function* merged(sources: AsyncGenerator<AuditEntry>[]): AsyncGenerator<AuditEntry[]> {
  const heads = await Promise.all(sources.map(async (source) => ({ source, head: await source.next() })))
  let bunch: AuditEntry[] = []
  for (;;) {
    let newest: { source: AsyncGenerator<AuditEntry>; head: IteratorResult<AuditEntry, unknown> } | null = null
    for (const one of heads)
      if (!one.head.done && (newest === null || newest.head.done || one.head.value.id > newest.head.value.id))
        newest = one
    if (newest === null || newest.head.done) break
    bunch.push(newest.head.value)
    newest.head = await newest.source.next()
    if (bunch.length < BUNCH) continue
    yield bunch
    bunch = []
  }
  if (bunch.length > 0) yield bunch
}
