// Which entries of the audit are wanted, as the page's address keeps it.
import type { AuditKind } from '../../../../backend/contract/audit.ts'
import { AUDIT_KINDS } from '../../../../backend/contract/audit-kinds.ts'
import type { AuditWish } from '../../api/audit.ts'

/** Kinds that belong together; each is a choice of its own. */
export const KIND_GROUPS = {
  signing: ['signIn', 'signUp', 'sessionEnd', 'sessionsEnd', 'passwordRefused'],
  people: ['personMade', 'personChanged', 'personRemoved', 'filesRemoved', 'settingsChanged'],
  links: ['linkMade', 'linkChanged', 'linkRemoved', 'linkOpened', 'linkDownloaded', 'linkRefused'],
  files: ['delete', 'restore', 'purge'],
} as const satisfies Record<string, readonly AuditKind[]>
export type KindGroup = keyof typeof KIND_GROUPS

/** Days are `2026-11-21` where the reader is, both included; `kind` is a kind, a group, or '' for all. */
export interface AuditFilter {
  from: string
  to: string
  who: string
  kind: string
}

const DAY = /^\d{4}-\d\d-\d\d$/

export function filterOf(query: URLSearchParams): AuditFilter {
  const day = (name: string) => (DAY.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '')
  const kind = query.get('kind') ?? ''
  const isKnown = kind in KIND_GROUPS || AUDIT_KINDS.some((one) => one === kind)
  return { from: day('from'), to: day('to'), who: query.get('who') ?? '', kind: isKnown ? kind : '' }
}

/** What belongs behind the `?`: only what is asked for. */
export const queryOf = (filter: AuditFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** The same as the server is asked: days become moments of the reader's own clock. */
export function wishOf({ from, to, who, kind }: AuditFilter): AuditWish {
  const after = midnight(from, 0)
  const before = midnight(to, 1)
  const kinds = kind in KIND_GROUPS ? KIND_GROUPS[kind as KindGroup].join() : kind
  return {
    ...(after === null ? {} : { after }),
    ...(before === null ? {} : { before }),
    ...(who.trim() === '' ? {} : { who: who.trim() }),
    ...(kinds === '' ? {} : { kind: kinds }),
  }
}

function midnight(day: string, later: number): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const moment = new Date(year, month - 1, date + later)
  return day === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
