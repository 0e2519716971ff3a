// The audit: features report security-relevant actions, and administrators read them.
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
import { AuditRecorder, type NewEntry, type Recorder } from './recorder.ts'
import { AUDIT } from '../../storage/own-keys.ts'

const DAY_MS = 86_400_000
const PRUNE_EVERY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
/** How long a page searches for matching entries before it answers with what it has. */
const LOOK_MS = 3_000

/** A person as the audit names them. */
interface Named {
  id: number
  username: string
}

/**
 * A report: an entry with people as features know them. `error` is what the action was refused with; without it, the
 * action was done.
 */
export interface AuditNote extends Pick<AuditEntry, 'device' | 'path' | 'link' | 'fields' | 'count' | 'bytes'> {
  kind: AuditKind
  /** Whom it concerns; null for an unknown person. */
  who: Named | null
  /** Who did it. Left out of the entry if it is the same as `who`. */
  actor?: Named
  /** The IP address; '' for what Nido did by itself. */
  address: string
  error?: unknown
}

export interface Audit {
  /** Reports an action. Returns at once and never fails. */
  note(note: AuditNote): void
  /** A page, newest first. */
  page(query: AuditQuery): Promise<{ items: AuditEntry[]; cursor: AuditPage['cursor'] }>
  /** All matching entries, newest first, in batches. */
  all(query: AuditQuery): AsyncGenerator<AuditEntry[]>
  /** Deletes entries older than a year. */
  prune(): Promise<void>
  readonly tasks: readonly HouseTask[]
  /** Writes the waiting entries. */
  stop(): Promise<void>
}

export interface AuditOptions {
  scratch: Scratch
  log: Pick<Log, 'warn' | 'error'>
  now(): number
  newId(): string
}

const DEVICE_MAX = 200
/** Repeated actions of guests are counted, like refusals. */
const COUNTED: ReadonlySet<AuditKind> = new Set(['linkOpened', 'linkDownloaded'])

export class HouseholdAudit implements Audit {
  readonly #options: AuditOptions
  readonly #recorder: Recorder
  readonly tasks: readonly HouseTask[] = [{ name: 'audit', everyMs: PRUNE_EVERY_MS, run: () => this.prune() }]

  constructor(options: AuditOptions) {
    const { scratch, log, now, newId } = options
    this.#options = options
    this.#recorder = new AuditRecorder({ scratch, writer: newId().replaceAll('-', '').slice(0, 10), log, now })
  }

  note({ who, actor, error, device, ...rest }: Parameters<Audit['note']>[0]): void {
    const entry: NewEntry = {
      ...rest,
      // Refusals are counted. The browser's name is left out, because an attacker may change it each time.
      ...(device === undefined || error !== undefined ? {} : { device: device.slice(0, DEVICE_MAX) }),
      outcome: error === undefined ? 'done' : 'refused',
      ...(error === undefined ? {} : { reason: error instanceof AppError ? error.code : 'internal' }),
      who: who && named(who),
      ...(actor && actor.id !== who?.id ? { actor: named(actor) } : {}),
    }
    this.#recorder.take(entry, error !== undefined || COUNTED.has(rest.kind))
  }

  async page(query: Parameters<Audit['page']>[0]): ReturnType<Audit['page']> {
    const { now } = this.#options
    const limit = query.limit ?? AUDIT_PAGE
    const items: AuditEntry[] = []
    const end = now() + LOOK_MS
    for await (const { entries, position } of this.#bunches(query)) {
      items.push(...entries)
      if (items.length > limit) return { items: items.slice(0, limit), cursor: items[limit - 1]?.id ?? null }
      if (now() > end) return { items, cursor: position }
    }
    return { items, cursor: null }
  }

  async *all(query: Parameters<Audit['all']>[0]): ReturnType<Audit['all']> {
    for await (const { entries } of this.#bunches(query)) yield entries
  }

  async *#bunches(query: AuditQuery): AsyncGenerator<Bunch> {
    const { scratch, log } = this.#options
    // Entries of this process should show at once. If they cannot be written now, the others can still be read.
    await this.#recorder
      .flush()
      .catch((error: unknown) => log.warn({ err: error }, 'the audit could not be written; it is tried again'))
    for await (const { entries, position } of newestFirst(scratch, this.#spanOf(query)))
      yield { entries: entries.filter((entry) => matches(entry, query)), position }
  }

  #spanOf({ after, before, cursor }: AuditQuery): Span {
    const { now } = this.#options
    const [earliest, latest] = [now() - AUDIT_KEPT_DAYS * DAY_MS, now() + HOUR_MS]
    const end = auditPositionOf(Math.min(Math.max(before ?? latest, earliest), latest))
    return {
      after: auditPositionOf(Math.min(Math.max(after ?? earliest, earliest), latest)),
      before: cursor !== undefined && cursor < end ? cursor : end,
    }
  }

  async prune(): Promise<void> {
    const { scratch, now } = this.#options
    const oldest = now() - AUDIT_KEPT_DAYS * DAY_MS
    const old = (await scratch.list(AUDIT)).filter((key) => {
      const read = readKey(key)
      return read !== null && startOfHour(read.hour) + HOUR_MS < oldest
    })
    await scratch.delete(old)
  }

  stop(): Promise<void> {
    return this.#recorder.stop()
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
