// Reminders: chosen in the form of an event, shown while a page is open, on all devices until one of them answers.
import type { EventFieldsInput } from '../../backend/contract/calendar.ts'
import type { CalendarChange } from '../../backend/contract/calendar.ts'
import type { Client } from '../helpers/client.ts'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, signIn, test } from './world.ts'

const WRITING = { perm: { calendar: true } }
const MINUTE_MS = 60_000

/** Plans an event that begins in so many minutes. */
async function plan(person: Client, minutes: number, more: Partial<EventFieldsInput>): Promise<CalendarChange> {
  const start = Math.floor(Date.now() / MINUTE_MS + minutes) * MINUTE_MS
  const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  const event = {
    calendar: `own-${person.id}`,
    title: 'Dentist',
    allDay: false,
    start: textOf(start),
    end: textOf(start + 30 * MINUTE_MS),
    zone: 'UTC',
    ...more,
  }
  return (await person.post('/api/calendar/events', event)).expect(200).json<CalendarChange>()
}

test('a person chooses reminders in the form, and sees them again', async ({ site, door, browser }) => {
  const person = await site.makePerson(WRITING)
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
  const errors = consoleErrors(page)
  // A list, which has room for what others of the household plan on that day, too.
  await page.goto('calendario?view=agenda&date=2027-09-10')
  await page.getByRole('button', { name: 'New event' }).click()
  const form = page.getByRole('dialog', { name: 'New event' })
  const title = `Swimming ${Date.now()}`
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Reminder').selectOption('10 minutes before')
  await form.getByRole('button', { name: 'Add another reminder' }).click()
  await form.getByLabel('Reminder 2').selectOption('1 day before')
  await expectAccessible(page, 'the form with reminders')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('.cal-event', { hasText: title }).click()
  const event = page.getByRole('dialog', { name: 'Event' })
  await expect(event.getByLabel('Reminder 1')).toHaveValue('10')
  await expect(event.getByLabel('Reminder 2')).toHaveValue('1440')
  await event.getByLabel('Reminder 1').selectOption('None')
  await event.getByLabel('All day').check()
  await event.getByLabel('Reminder').selectOption('1 day before at 6:00 PM')
  await event.getByRole('button', { name: 'Save' }).click()
  await page.locator('.cal-event', { hasText: title }).click()
  await expect(event.getByLabel('Reminder')).toHaveValue('360')
  expect(errors).toEqual([])
  await page.context().close()
})

test('what is due is told on all open devices until one of them answers', async ({ site, door, browser }) => {
  const person = await site.makePerson(WRITING)
  const pages = await Promise.all([1, 2].map(() => signIn(browser, `${door}/`, person, { locale: 'en-US' })))
  const errors = pages.map(consoleErrors)
  await plan(person, 8, { title: 'Dentist', place: 'High street', reminders: [10] })
  const cards = pages.map((page) => page.getByRole('article', { name: 'Dentist' }))
  for (const card of cards) await expect(card).toContainText('High street')
  const [page, other] = pages
  if (page === undefined || other === undefined) throw new Error('two pages')
  await expectAccessible(page, 'a reminder')
  await expect(cards[0] ?? page.locator('none')).toContainText(/in (7|8) minutes/)
  await page.getByRole('article', { name: 'Dentist' }).getByRole('button', { name: 'Dismiss' }).click()
  for (const card of cards) await expect(card).toBeHidden()
  // Put off, it goes away as well.
  await plan(person, 8, { title: 'Piano', reminders: [10] })
  await other.getByRole('article', { name: 'Piano' }).getByRole('button', { name: 'Remind me again in 5 min' }).click()
  for (const one of pages) await expect(one.getByRole('article', { name: 'Piano' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible()
  expect((await person.get('/api/reminders')).json<{ items: unknown[] }>().items).toHaveLength(1)
  // Opened, it leads to the event.
  await plan(person, 8, { title: 'Parents’ evening', rule: 'FREQ=WEEKLY;COUNT=2', reminders: [10] })
  await page.getByRole('article', { name: 'Parents’ evening' }).getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('dialog', { name: 'Event' }).getByLabel('Title')).toHaveValue('Parents’ evening')
  await expect(other.getByRole('article', { name: 'Parents’ evening' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/calendario\?view=month&date=\d{4}-\d\d-\d\d$/)
  for (const found of errors) expect(found).toEqual([])
  for (const one of pages) await one.context().close()
})

test('others are reminded of an event if they choose so, and only learn that a private one is busy', async ({
  site,
  door,
  browser,
}) => {
  const [ana, leo] = [await site.makePerson(WRITING), await site.makePerson()]
  const title = `Concert ${Date.now()}`
  const day = { allDay: true, start: '2027-10-12', end: '2027-10-13' }
  await plan(ana, 0, { ...day, title })
  const page = await signIn(browser, `${door}/`, leo, { locale: 'en-US' })
  await page.goto('calendario?view=agenda&date=2027-10-12')
  await page.locator('.cal-event', { hasText: title }).click()
  const event = page.getByRole('dialog', { name: title })
  await event.getByLabel('Reminder').selectOption('1 day before at 6:00 PM')
  await expect(event.getByLabel('Reminder')).toHaveValue('360')
  await expectAccessible(page, 'an event of somebody else')
  await page.keyboard.press('Escape')
  await page.locator('.cal-event', { hasText: title }).click()
  await expect(event.getByLabel('Reminder')).toHaveValue('360')
  await page.keyboard.press('Escape')
  const secret = await plan(ana, 8, { title: 'Surprise', place: 'Her place', private: true })
  const set = await leo.put(`/api/reminders/events/${secret.event?.id ?? ''}`, { reminders: [10] })
  set.expect(204)
  const card = page.getByRole('article', { name: 'Busy' })
  await expect(card).toBeVisible()
  await expect(page.getByText(/Surprise|Her place/)).toHaveCount(0)
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toBeHidden()
  await page.context().close()
})

test('the icon of the installed page says how many are due', async ({ site, door, browser }) => {
  const person = await site.makePerson(WRITING)
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
  // A browser without a screen has no icons.
  await page.addInitScript(() => {
    navigator.setAppBadge = async (count) => void (document.documentElement.dataset['badge'] = String(count))
    navigator.clearAppBadge = () => navigator.setAppBadge(0)
  })
  await page.reload()
  const badge = page.locator('html')
  await expect(badge).toHaveAttribute('data-badge', '0')
  for (const title of ['Dentist', 'Piano']) await plan(person, 8, { title, reminders: [10] })
  await expect(badge).toHaveAttribute('data-badge', '2')
  await page.getByRole('article', { name: 'Piano' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(badge).toHaveAttribute('data-badge', '1')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(badge).toHaveAttribute('data-badge', '0')
  await page.context().close()
})
