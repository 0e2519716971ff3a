// The audit.
import { auditPage, auditQuery } from '../audit.ts'
import { type Chapter, json } from './call.ts'

export const auditCalls: Chapter = {
  title: 'Audit',
  about:
    'Who did what, when and from where: signing in, people, settings, links, deleting. Kept for a year, ' +
    'in the system bucket. No entry holds a secret.',
  calls: [
    {
      method: 'GET',
      path: '/api/audit',
      summary: 'Read the audit',
      policy: 'admin',
      notes:
        'What happened is there within a few seconds, on every replica. What guests and refused tries do ' +
        'over and over is counted in one entry every few seconds.',
      query: auditQuery.shape,
      answers: {
        200: {
          ...json(auditPage, 'Entries, newest first.'),
          content: [
            { type: 'application/json', schema: auditPage },
            { type: 'text/csv' },
            { type: 'application/jsonl' },
          ],
          headers: { 'Content-Disposition': 'The name of an export.' },
        },
      },
      errors: ['badRequest'],
    },
  ],
}
