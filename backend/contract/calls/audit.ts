// The audit.
import { z } from 'zod'
import { AUDIT_FORMATS, AUDIT_PAGE_MAX, auditKind, auditPage } from '../audit.ts'
import { call, type Chapter, json, type QueryOf } from './call.ts'

const time = z
  .string()
  .max(40)
  .transform((text, ctx) => {
    const ms = Date.parse(text)
    if (Number.isNaN(ms)) ctx.addIssue({ code: 'custom', message: 'no time' })
    return ms
  })

export const auditCalls = {
  read: call({
    method: 'GET',
    path: '/api/audit',
    summary: 'Read the audit',
    policy: 'admin',
    notes:
      'Entries appear within a few seconds, on every replica. Repeated actions of guests and repeated refusals ' +
      'are counted in one entry every few seconds.',
    query: {
      after: time.optional().describe('RFC 3339 time or day: entries at or after it.'),
      before: time.optional().describe('RFC 3339 time or day: entries before it.'),
      who: z
        .string()
        .max(256)
        .optional()
        .describe('The name or id of a person: entries that concern them, and entries of what they did.'),
      kind: z
        .string()
        .max(1000)
        .optional()
        .transform((text) => text?.split(',').filter(Boolean))
        .pipe(z.array(auditKind).optional())
        .describe('Kinds, separated by commas.'),
      cursor: z
        .string()
        .regex(/^\d{13}[\w-]{0,40}$/)
        .optional()
        .describe('The `cursor` of the previous page.'),
      limit: z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number)
        .pipe(z.int().min(1).max(AUDIT_PAGE_MAX))
        .optional()
        .describe('Entries per page: 100 by default, 1000 at most. Exports hold all entries.'),
      format: z
        .enum(AUDIT_FORMATS)
        .optional()
        .describe(
          '`json` (the default) answers a page; `csv` (RFC 4180, with a header row) and `jsonl` (one entry per line) ' +
            'download all matching entries.',
        ),
    },
    answers: {
      200: {
        ...json(auditPage, 'Entries, newest first.'),
        content: [{ type: 'application/json', schema: auditPage }, { type: 'text/csv' }, { type: 'application/jsonl' }],
        headers: { 'Content-Disposition': 'The file name of an export.' },
      },
    },
    errors: ['badRequest'],
  }),
}

export type AuditQuery = QueryOf<typeof auditCalls.read>

export const auditChapter: Chapter = {
  title: 'Audit',
  about:
    'Who did what, when and from where: logins, people, settings, links, deletions. Kept for a year in the system ' +
    'bucket. Entries hold no secrets.',
  calls: Object.values(auditCalls),
}
