// The filter of the audit, as stored in the page's address.
import type { AuditKind } from '../../../../backend/contract/audit.ts'
import { AUDIT_KINDS } from '../../../../backend/contract/audit-kinds.ts'
import type { AuditWish } from '../../api/audit.ts'

/** Groups of kinds. Each group is one choice. */
export const KIND_GROUPS = {
  signing: ['signIn', 'signUp', 'sessionEnd', 'sessionsEnd', 'passwordRefused', 'pushDeviceAdded', 'pushDeviceEnded'],
  people: ['personMade', 'personChanged', 'personRemoved', 'filesRemoved', 'settingsChanged'],
  links: ['linkMade', 'linkChanged', 'linkRemoved', 'linkOpened', 'linkDownloaded', 'linkRefused'],
  files: ['delete', 'restore', 'purge', 'import'],
  calendars: [
    'calendarFeedMade',
    'calendarFeedEnded',
    'deviceMade',
    'deviceEnded',
    'outsideCalendarAdded',
    'outsideCalendarRemoved',
  ],
} as const satisfies Record<string, readonly AuditKind[]>
export type KindGroup = keyof typeof KIND_GROUPS

/** Days are `2026-11-21` in the reader's time zone, both included; `kind` is a kind, a group, or '' for all. */
export interface AuditFilter {
  from: string
  to: string
  who: string
  kind: string
}

const DAY = /^\d{4}-\d\d-\d\d$/

export function auditFilterOf(query: URLSearchParams): AuditFilter {
  const day = (name: string) => (DAY.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '')
  const kind = query.get('kind') ?? ''
  const isKnown = kind in KIND_GROUPS || AUDIT_KINDS.some((one) => one === kind)
  return { from: day('from'), to: day('to'), who: query.get('who') ?? '', kind: isKnown ? kind : '' }
}

/** The query part of the address, with only the fields that are set. */
export const queryOf = (filter: AuditFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** The same filter for the server: days become moments in the reader's time zone. */
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
