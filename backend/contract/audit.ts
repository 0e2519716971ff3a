// The audit: what people did that concerns others' trust, kept for administrators.
import { z } from 'zod'
import { errorCode } from './errors.ts'
import { device } from './session.ts'
import { AUDIT_KINDS } from './audit-kinds.ts'

export { AUDIT_KINDS, AUDIT_KEPT_DAYS } from './audit-kinds.ts'

export const auditKind = z.enum(AUDIT_KINDS)
export type AuditKind = z.infer<typeof auditKind>

/** Entries a page of `GET /api/audit` has at most, and unless said. */
export const AUDIT_PAGE_MAX = 1000
export const AUDIT_PAGE = 100
export const AUDIT_FORMATS = ['json', 'csv', 'jsonl'] as const

const person = z.strictObject({
  id: z.int().positive(),
  name: z.string().describe('As it was then.'),
})

/** One entry. What its kind knows nothing of is left out. */
export const auditEntry = z.strictObject({
  id: z.string().describe('Names the entry. Those of later entries come behind in the order of their characters.'),
  time: z.string().describe('RFC 3339.'),
  kind: auditKind,
  outcome: z.enum(['done', 'refused']),
  reason: errorCode.optional().describe('What it was refused with.'),
  who: person
    .nullable()
    .describe(
      'Whom it concerns: who signed in, whose record, session, link or file it is. Null for a name that ' +
        'nobody has: people type passwords there.',
    ),
  actor: person
    .optional()
    .describe('Who did it, where that is another person than `who`: an administrator. Guests of links are nobody.'),
  address: z.string().describe('From where; empty for what Nido did by itself.'),
  device: z.string().optional().describe('What the browser says it is (its User-Agent header).'),
  path: z
    .string()
    .optional()
    .describe(
      'What was deleted, restored or linked to, as who did it sees it; of a person who was removed, its scope.',
    ),
  link: z
    .string()
    .optional()
    .describe("The beginning of the link's hash: enough to tell links apart, too little to open one."),
  fields: z.array(z.string()).optional().describe('The names of what was changed. Values are not kept.'),
  count: z
    .int()
    .positive()
    .optional()
    .describe('How many alike in a few seconds it stands for, where that is not one; how many files are gone.'),
  bytes: z.int().nonnegative().optional().describe('How much is gone.'),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** An entry as a page has it. */
export const shownAuditEntry = auditEntry.extend({
  client: device.optional().describe('`device`, taken apart as `GET /api/sessions` does. Exports have `device` alone.'),
})
export type ShownAuditEntry = z.infer<typeof shownAuditEntry>

/** Answer of `GET /api/audit`. */
export const auditPage = z.strictObject({
  items: z
    .array(shownAuditEntry)
    .describe('Newest first. Where little matches there may be fewer than asked for, even none, before the end.'),
  cursor: z.string().nullable().describe('Where the next page begins; null: that was all.'),
})
export type AuditPage = z.infer<typeof auditPage>
