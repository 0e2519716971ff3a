// Photos that were taken on one day of the year.
import { z } from 'zod'
import { item } from './resources.ts'

export const dayPhoto = z.strictObject({
  taken: z.string().describe('The day, `2019-11-26`, as the camera’s clock showed it.'),
  item: item.describe('As in a listing.'),
})
export type DayPhoto = z.infer<typeof dayPhoto>

const count = z.int().nonnegative()

export const dayPhotos = z.strictObject({
  items: z.array(dayPhoto).describe('The latest year first.'),
  looked: count.describe('How many of the photos have been looked at.'),
  total: count.describe('How many photos there were when they were last counted.'),
  reading: z.boolean().describe('Whether a worker is looking at photos, or about to.'),
  worker: z.boolean().describe('Whether any worker is running. Without one no more photos are looked at.'),
})
export type DayPhotos = z.infer<typeof dayPhotos>
