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
      'What happened is there within a few seconds, on every replica. What guests and refused tries do ' +
      'over and over is counted in one entry every few seconds.',
    query: {
      after: time.optional().describe('RFC 3339, or a day: entries of then or later.'),
      before: time.optional().describe('The same: entries of before.'),
      who: z
        .string()
        .max(256)
        .optional()
        .describe('The name of a person, or its id: what concerns it, and what it did.'),
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
        .describe('From the answer before.'),
      limit: z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number)
        .pipe(z.int().min(1).max(AUDIT_PAGE_MAX))
        .optional()
        .describe('Entries of a page; 100 unless said, 1000 at most. An export has all.'),
      format: z
        .enum(AUDIT_FORMATS)
        .optional()
        .describe(
          '`json`, a page, unless said; `csv` (RFC 4180, with a heading) or `jsonl` (an entry a line) is a ' +
            'download of all that matches.',
        ),
    },
    answers: {
      200: {
        ...json(auditPage, 'Entries, newest first.'),
        content: [{ type: 'application/json', schema: auditPage }, { type: 'text/csv' }, { type: 'application/jsonl' }],
        headers: { 'Content-Disposition': 'The name of an export.' },
      },
    },
    errors: ['badRequest'],
  }),
}

export type AuditQuery = QueryOf<typeof auditCalls.read>

export const auditChapter: Chapter = {
  title: 'Audit',
  about:
    'Who did what, when and from where: signing in, people, settings, links, deleting. Kept for a year, ' +
    'in the system bucket. No entry holds a secret.',
  calls: Object.values(auditCalls),
}
