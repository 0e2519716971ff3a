// Photos of a day in earlier years.
import { z } from 'zod'
import { DAY_PHOTOS_MAX, PHOTO_DAYS_MAX } from '../limits.ts'
import { dayPhotos } from '../photo-days.ts'
import { call, type Chapter, empty, json } from './call.ts'

export const photoDaysCalls = {
  list: call({
    method: 'GET',
    path: '/api/photos/day',
    summary: 'List the photos of a day in earlier years',
    policy: 'person',
    notes: `${DAY_PHOTOS_MAX} at most, and only what the person may download.`,
    query: {
      day: z.iso.date().describe('Today, as the person’s clock shows it: `2026-11-26`.'),
    },
    needs: ['day'],
    answers: { 200: json(dayPhotos, 'The photos, and how far looking at them is.') },
    errors: ['badRequest'],
  }),
  look: call({
    method: 'POST',
    path: '/api/photos/looks',
    summary: 'Have the dates of new photos read',
    policy: 'person',
    notes:
      'Of the person’s own photos and of those in the shared folder. It does nothing where that was done minutes ' +
      'ago, or where no worker is running.',
    answers: { 204: empty('It is done in time.') },
    errors: [],
  }),
}

export const photoDaysChapter: Chapter = {
  title: 'Photos of a day',
  about:
    'A worker reads the dates that cameras wrote into photos, one photo at a time. What it has read is kept by the ' +
    `content, so that nothing is read twice; of one folder ${PHOTO_DAYS_MAX} photos at most.`,
  calls: Object.values(photoDaysCalls),
}
