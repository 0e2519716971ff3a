// The audit: security-relevant actions of people, kept for administrators.
import { z } from 'zod'
import { errorCode } from './errors.ts'
import { device } from './session.ts'
import { AUDIT_KINDS } from './audit-kinds.ts'

export { AUDIT_KINDS, AUDIT_KEPT_DAYS } from './audit-kinds.ts'

export const auditKind = z.enum(AUDIT_KINDS)
export type AuditKind = z.infer<typeof auditKind>

/** Entries on a page of `GET /api/audit`: the maximum, and the default. */
export const AUDIT_PAGE_MAX = 1000
export const AUDIT_PAGE = 100
export const AUDIT_FORMATS = ['json', 'csv', 'jsonl'] as const

const person = z.strictObject({
  id: z.int().positive(),
  name: z.string().describe('The name at that time.'),
})

/** One entry. Fields that do not apply to its kind are left out. */
export const auditEntry = z.strictObject({
  id: z.string().describe('Identifies the entry. Ids sort as strings in the order of time.'),
  time: z.string().describe('RFC 3339.'),
  kind: auditKind,
  outcome: z.enum(['done', 'refused']),
  reason: errorCode.optional().describe('The error code, if it was refused.'),
  who: person
    .nullable()
    .describe(
      'Whom it concerns: the person who logged in, or the owner of the record, session, link or file. ' +
        'Null for an unknown name, which is not kept because people type passwords there.',
    ),
  actor: person
    .optional()
    .describe('Who did it, if that is somebody other than `who`, such as an administrator. Missing for guests.'),
  address: z.string().describe('The IP address; empty for what Nido did by itself.'),
  device: z.string().optional().describe('The User-Agent header.'),
  path: z
    .string()
    .optional()
    .describe(
      'The deleted, restored or shared path, as the person who did it sees it; the scope of a deleted person; the ' +
        'name of an import or of a device; the host, or the country, of an outside calendar.',
    ),
  link: z
    .string()
    .optional()
    .describe("The beginning of the link's hash: enough to tell links apart, too short to open one."),
  fields: z.array(z.string()).optional().describe('The names of the changed fields. Values are not kept.'),
  count: z
    .int()
    .positive()
    .optional()
    .describe('How many similar events within a few seconds it stands for, if more than one; or how many files.'),
  bytes: z.int().nonnegative().optional().describe('The size of the deleted or restored files.'),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** An entry as `GET /api/audit` shows it. */
export const shownAuditEntry = auditEntry.extend({
  client: device.optional().describe('`device`, parsed as in `GET /api/sessions`. Not in exports.'),
})
export type ShownAuditEntry = z.infer<typeof shownAuditEntry>

/** Answer of `GET /api/audit`. */
export const auditPage = z.strictObject({
  items: z
    .array(shownAuditEntry)
    .describe('Newest first. A page may have fewer entries than asked for, even none, before the last page.'),
  cursor: z.string().nullable().describe('Where the next page begins; null on the last page.'),
})
export type AuditPage = z.infer<typeof auditPage>
