// Outside calendars of a person: `/api/calendar/subscriptions`.
import { z } from 'zod'
import { calendarBody, eventFields } from './calendar.ts'
import {
  CALENDAR_NAME_MAX,
  SUBSCRIPTION_ERRORS,
  SUBSCRIPTION_LINK_MAX,
  SUBSCRIPTION_STATES,
  SUBSCRIPTIONS_MAX,
} from './calendar-limits.ts'

const { hue } = calendarBody.shape
const { zone } = eventFields.shape
/** Of a country (ISO 3166-1), of one of its states, and of a region in that. */
const place = z.string().regex(/^[A-Za-z\d-]{1,12}$/)

/** Which holidays are meant. They are computed by the server, without asking anybody. */
export const holidayChoice = z.strictObject({
  country: place.describe('The code of a country, as `GET /api/calendar/holidays` lists it.'),
  state: place.nullable().default(null).describe('Of one of its states.'),
  region: place.nullable().default(null).describe('Of a region of that state.'),
  observances: z.boolean().default(false).describe('Also days on which people work, such as Mother’s Day.'),
})
export type HolidayChoice = z.infer<typeof holidayChoice>

const name = z.string().trim().max(CALENDAR_NAME_MAX).describe('Empty: as the calendar calls itself.')

export const subscriptionBody = z
  .strictObject({
    name: name.default(''),
    hue,
    link: z
      .string()
      .trim()
      .max(SUBSCRIPTION_LINK_MAX)
      .optional()
      .describe('An address of an .ics file: `https://` or `webcal://`.'),
    zone: zone.default('UTC').describe('The IANA time zone of times that name none.'),
    holidays: holidayChoice.optional(),
  })
  .refine(({ link, holidays }) => (link === undefined) !== (holidays === undefined), 'one of link and holidays')
export type SubscriptionBody = z.infer<typeof subscriptionBody>
export type SubscriptionBodyInput = z.input<typeof subscriptionBody>

export const subscriptionChange = z.strictObject({
  name,
  hue,
  isOn: z.boolean().describe('Off: not shown, not fetched.'),
})
export type SubscriptionChange = z.infer<typeof subscriptionChange>

export const subscriptionRecord = z.strictObject({
  id: z.string(),
  name: z.string().describe('As its person has named it; empty if it is called as it calls itself.'),
  title: z.string().describe('As it calls itself; the host of its address until that is known.'),
  hue: z.int(),
  isOn: z.boolean(),
  link: z.string().nullable().describe('Null for holidays.'),
  holidays: holidayChoice.nullable(),
  state: z.enum(SUBSCRIPTION_STATES),
  fetched: z.string().nullable().describe('When it was last fetched well, as ISO 8601; null for holidays, too.'),
  next: z.string().nullable().describe('When it is fetched next, as ISO 8601.'),
  error: z
    .strictObject({ code: z.enum(SUBSCRIPTION_ERRORS), detail: z.string() })
    .nullable()
    .describe('Why the last fetch failed. The events of the last good one stay.'),
  events: z.int().nonnegative().describe('How many events it has.'),
  refused: z.int().nonnegative().describe('Those that cannot be shown, such as those in unknown time zones.'),
  left: z.int().nonnegative().describe('Those that are left out, since it has too many: the oldest.'),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecord>

export const subscriptionList = z.strictObject({
  items: z.array(subscriptionRecord).max(2 * SUBSCRIPTIONS_MAX),
  worker: z.boolean().describe('Whether a worker is running, which fetches them.'),
})
export type SubscriptionList = z.infer<typeof subscriptionList>

export const holidayPlaces = z.strictObject({
  items: z.array(z.strictObject({ code: z.string(), name: z.string() })).describe('By their names.'),
})
export type HolidayPlaces = z.infer<typeof holidayPlaces>
