// The calendar: planned by a line of text and by the form, moved, undone, and seen by others. All see the events of all
// tests, so each has a month of its own.
import type { CalendarChange, EventFieldsInput } from '../../backend/contract/calendar.ts'
import type { Client } from '../helpers/client.ts'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, signIn, test } from './world.ts'

/** The zone of the browsers of these tests is that of the machine. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const WRITING = { perm: { calendar: true } }

async function plan(person: Client, more: Partial<EventFieldsInput>): Promise<CalendarChange> {
  const event = {
    calendar: `own-${person.id}`,
    title: 'Piano',
    allDay: false,
    start: '2027-03-18T17:30',
    end: '2027-03-18T18:15',
    zone,
    ...more,
  }
  return (await person.post('/api/calendar/events', event)).expect(200).json<CalendarChange>()
}

test('a person plans by a line of text and by the form, moves an event, and takes it back', async ({
  site,
  door,
  browser,
}) => {
  const person = await site.makePerson(WRITING)
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
  const errors = consoleErrors(page)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveTitle(/^Calendario de usuarios/)
  await page.goto('calendario?view=month&date=2027-02-10')
  await expect(page.getByRole('heading', { name: 'February 2027' })).toBeVisible()
  // By a line of text.
  const line = page.getByRole('textbox', { name: 'Quick add' })
  await line.fill('Dentist 19 feb 2027 at 16:00')
  await expect(page.getByRole('status').filter({ hasText: 'Dentist ·' })).toContainText('Feb 19')
  await line.press('Enter')
  await expect(page.locator('.cal-event', { hasText: 'Dentist' })).toBeVisible()
  // By the form.
  await page.getByRole('button', { name: 'New event' }).click()
  const form = page.getByRole('dialog', { name: 'New event' })
  await form.getByLabel('Title').fill('Swimming')
  await form.getByLabel('Starts').fill('2027-02-12')
  await form.getByLabel('Repeats').selectOption('weekly')
  await form.getByLabel('Until').fill('2027-02-26')
  await expectAccessible(page, 'the form of an event')
  await form.getByRole('button', { name: 'Add' }).click()
  const swimming = page.locator('.cal-event', { hasText: 'Swimming' })
  await expect(swimming).toHaveCount(3)
  await expectAccessible(page, 'the month')
  // Dragged to another day, it asks how much of it is meant.
  await swimming.nth(1).dragTo(page.locator('[data-date="2027-02-17"]'))
  await page.getByRole('dialog').getByRole('button', { name: 'Only this event' }).click()
  const moved = page.locator('[data-date="2027-02-17"]').locator('.cal-event', { hasText: 'Swimming' })
  await expect(moved).toBeVisible()
  await page.locator('.toast', { hasText: '“Swimming” was changed' }).getByRole('button', { name: 'Undo' }).click()
  await expect(moved).toBeHidden()
  // Deleted by the keyboard alone, and brought back.
  await page.locator('.cal-event', { hasText: 'Dentist' }).locator('xpath=ancestor::*[@tabindex="0"][1]').press('Enter')
  await page.getByRole('dialog', { name: 'Event' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.locator('.cal-event', { hasText: 'Dentist' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Deleted events' }).click()
  const deleted = page.getByRole('dialog', { name: 'Deleted events' })
  await deleted.getByRole('listitem').filter({ hasText: 'Dentist' }).getByRole('button', { name: 'Restore' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.cal-event', { hasText: 'Dentist' })).toBeVisible()
  for (const view of ['Week', 'Day', 'Agenda', 'Month']) {
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click()
    await expect(page.locator('.cal-sheet')).toBeVisible()
  }
  expect(errors).toEqual([])
  await page.context().close()
})

test('others see what is planned at once, but not what is private, and switch calendars off', async ({
  site,
  door,
  browser,
}) => {
  const [ana, leo] = [await site.makePerson(WRITING), await site.makePerson()]
  const page = await signIn(browser, `${door}/`, leo, { locale: 'en-US' })
  await page.goto('calendario?view=month&date=2027-03-10')
  await expect(page.getByRole('heading', { name: 'March 2027' })).toBeVisible()
  // Who may not write has nothing to write with.
  await expect(page.getByRole('button', { name: 'New event' })).toBeHidden()
  await plan(ana, { title: `Piano ${ana.username}`, place: 'School' })
  await plan(ana, { title: 'Surprise', private: true, start: '2027-03-19T10:00', end: '2027-03-19T11:00' })
  const piano = page.locator('.cal-event', { hasText: `Piano ${ana.username}` })
  await expect(piano).toBeVisible()
  await expect(page.locator('[data-date="2027-03-19"]').getByText('Busy')).toBeVisible()
  await expect(page.getByText('Surprise')).toHaveCount(0)
  await piano.click()
  await expect(page.getByRole('dialog')).toContainText('School')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: ana.username, exact: true }).uncheck()
  await expect(piano).toBeHidden()
  await page.context().close()
})

test('two people who change one event both see what the other did', async ({ site, door, browser }) => {
  const person = await site.makePerson(WRITING)
  const { event } = await plan(person, { title: 'Supper', start: '2027-04-18T17:30', end: '2027-04-18T18:15' })
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
  await page.goto('calendario?view=month&date=2027-04-10')
  await page.locator('.cal-event', { hasText: 'Supper' }).click()
  const form = page.getByRole('dialog', { name: 'Event' })
  await form.getByLabel('Title').fill('Pizza')
  const elsewhere = {
    version: 1,
    event: { calendar: `own-${person.id}`, title: 'Soup', allDay: true, start: '2027-04-18', end: '2027-04-19', zone },
  }
  ;(await person.put(`/api/calendar/events/${event?.id ?? ''}`, elsewhere)).expect(200)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Soup')
  await form.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.locator('.cal-event', { hasText: 'Pizza' })).toBeVisible()
  await page.context().close()
})
