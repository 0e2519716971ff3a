// What people did with files.
import { z } from 'zod'
import { activity } from '../activity.ts'
import { ACTIVITY_KEPT_DAYS, ACTIVITY_KINDS, ACTIVITY_PLACES } from '../activity-kinds.ts'
import { ACTIVITY_MAX, ACTIVITY_OF_PERSON_MAX, ACTIVITY_PAGE } from '../limits.ts'
import { call, type Chapter, json, type QueryOf } from './call.ts'

export const activityCalls = {
  list: call({
    method: 'GET',
    path: '/api/activity',
    summary: 'List what was done with files',
    policy: 'person',
    notes:
      `${ACTIVITY_PAGE} entries a page. Rights are those of the moment: names that the person may not see are left ` +
      'out. An entry shows up to three seconds after it has happened.',
    query: {
      where: z.enum(ACTIVITY_PLACES).optional().describe('Only the person’s own folders, or only the shared one.'),
      who: z.string().max(256).optional().describe('Only what the person of this name did.'),
      kind: z.enum(ACTIVITY_KINDS).optional().describe('Only this.'),
      cursor: z
        .string()
        .regex(/^\d{13}-[\w-]{1,60}$/)
        .optional()
        .describe('The `cursor` of the previous page.'),
    },
    answers: { 200: json(activity, 'What happened, newest first.') },
    errors: ['badRequest'],
  }),
}

export type ActivityQuery = QueryOf<typeof activityCalls.list>

export const activityChapter: Chapter = {
  title: 'Activity',
  about:
    'What people did with files through Nido: in the person’s own folders and in the shared one. What one person ' +
    `does in one folder within ten minutes is one entry. Kept are ${ACTIVITY_KEPT_DAYS} days, and of each bucket ` +
    `${ACTIVITY_MAX} entries, ${ACTIVITY_OF_PERSON_MAX} of one person. What other tools change is not among them.`,
  calls: Object.values(activityCalls),
}
