// The audit: what concerns others' trust is noted by the features that do it, and read by administrators.
import {
  AUDIT_KEPT_DAYS,
  AUDIT_PAGE,
  type AuditEntry,
  type AuditKind,
  type AuditPage,
} from '../../../contract/audit.ts'
import type { AuditQuery } from '../../../contract/calls/audit.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { Scratch } from '../../storage/types.ts'
import { auditPositionOf, readKey, startOfHour } from './objects.ts'
import { type Bunch, newestFirst, type Span } from './reading.ts'
import { createRecorder, type NewEntry } from './recorder.ts'
import { AUDIT } from '../../storage/own-keys.ts'

const DAY_MS = 86_400_000
const PRUNE_EVERY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
/** How long a page looks for what matches, before it answers with what it has. */
const LOOK_MS = 3_000

/** Somebody, as the audit names people. */
interface Named {
  id: number
  username: string
}

/**
 * What is noted: an entry in which people are as features know them. `error`: what it was refused with; left out, it
 * was done.
 */
export interface AuditNote extends Pick<AuditEntry, 'device' | 'path' | 'link' | 'fields' | 'count' | 'bytes'> {
  kind: AuditKind
  /** Whom it concerns; null for nobody that is known. */
  who: Named | null
  /** Who did it; the same as `who` is left out. */
  actor?: Named
  /** From where; '' for what Nido does by itself. */
  address: string
  error?: unknown
}

export interface Audit {
  /** Notes what happened. It waits for nothing and never fails. */
  note(note: AuditNote): void
  /** A page, newest first. */
  page(query: AuditQuery): Promise<{ items: AuditEntry[]; cursor: AuditPage['cursor'] }>
  /** All that matches, newest first, in bunches. */
  all(query: AuditQuery): AsyncGenerator<AuditEntry[]>
  /** Deletes what is older than a year. */
  prune(): Promise<void>
  readonly tasks: readonly HouseTask[]
  /** Writes down what waits. */
  stop(): Promise<void>
}

export interface AuditOptions {
  scratch: Scratch
  log: Pick<Log, 'warn' | 'error'>
  now(): number
  newId(): string
}

const DEVICE_MAX = 200
/** What guests do over and over is counted, as what is refused is. */
const COUNTED: ReadonlySet<AuditKind> = new Set(['linkOpened', 'linkDownloaded'])

export function createAudit({ scratch, log, now, newId }: AuditOptions): Audit {
  const recorder = createRecorder({ scratch, writer: newId().replaceAll('-', '').slice(0, 10), log, now })

  function spanOf({ after, before, cursor }: AuditQuery): Span {
    const [earliest, latest] = [now() - AUDIT_KEPT_DAYS * DAY_MS, now() + HOUR_MS]
    const end = auditPositionOf(Math.min(Math.max(before ?? latest, earliest), latest))
    return {
      after: auditPositionOf(Math.min(Math.max(after ?? earliest, earliest), latest)),
      before: cursor !== undefined && cursor < end ? cursor : end,
    }
  }

  async function* bunches(query: AuditQuery): AsyncGenerator<Bunch> {
    // What was noted here is told at once; should it not be writable now, the rest can still be read.
    await recorder
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'the audit could not be written; it is tried again'))
    for await (const { entries, position } of newestFirst(scratch, spanOf(query)))
      yield { entries: entries.filter((entry) => matches(entry, query)), position }
  }

  async function prune(): Promise<void> {
    const oldest = now() - AUDIT_KEPT_DAYS * DAY_MS
    const old = (await scratch.list(AUDIT)).filter((key) => {
      const read = readKey(key)
      return read !== null && startOfHour(read.hour) + HOUR_MS < oldest
    })
    await scratch.delete(old)
  }

  return {
    note: ({ who, actor, error, device, ...rest }) => {
      const entry: NewEntry = {
        ...rest,
        // What is refused is counted, and who guesses may call its browser something else each time.
        ...(device === undefined || error !== undefined ? {} : { device: device.slice(0, DEVICE_MAX) }),
        outcome: error === undefined ? 'done' : 'refused',
        ...(error === undefined ? {} : { reason: error instanceof AppError ? error.code : 'internal' }),
        who: who && named(who),
        ...(actor && actor.id !== who?.id ? { actor: named(actor) } : {}),
      }
      recorder.take(entry, error !== undefined || COUNTED.has(rest.kind))
    },

    page: async (query) => {
      const limit = query.limit ?? AUDIT_PAGE
      const items: AuditEntry[] = []
      const end = now() + LOOK_MS
      for await (const { entries, position } of bunches(query)) {
        items.push(...entries)
        if (items.length > limit) return { items: items.slice(0, limit), cursor: items[limit - 1]?.id ?? null }
        if (now() > end) return { items, cursor: position }
      }
      return { items, cursor: null }
    },

    all: async function* (query) {
      for await (const { entries } of bunches(query)) yield entries
    },

    prune,
    tasks: [{ name: 'audit', everyMs: PRUNE_EVERY_MS, run: prune }],
    stop: () => recorder.stop(),
  }
}

const named = ({ id, username }: Named): { id: number; name: string } => ({ id, name: username })

function matches(entry: AuditEntry, { who, kind }: AuditQuery): boolean {
  if (kind && !kind.includes(entry.kind)) return false
  if (who === undefined || who === '') return true
  const wanted = who.toLowerCase()
  return [entry.who, entry.actor].some(
    (person) => person && (person.name.toLowerCase() === wanted || String(person.id) === who),
  )
}
