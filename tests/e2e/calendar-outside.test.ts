// The calendar and other programs: a file comes in and goes out, and a private address is made, used and ended.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, holdRequests, signIn, test } from './world.ts'

const WRITING = { perm: { calendar: true } }
/** Everybody sees everybody's events, so a test that is repeated needs another one. */
const REGATTA = `Regatta ${randomUUID().slice(0, 8)}`
const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//a//b//EN',
  'BEGIN:VEVENT',
  'UID:regatta',
  `SUMMARY:${REGATTA}`,
  'DTSTART;VALUE=DATE:20270518',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:odd',
  'SUMMARY:Landing',
  'DTSTART;TZID=Mars/Olympus:20270519T100000',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

test('a calendar file comes in after a look at it, and goes out again', async ({ site, door, browser }) => {
  const page = await signIn(browser, `${door}/`, await site.makePerson(WRITING), { locale: 'en-US' })
  const errors = consoleErrors(page)
  await page.goto('calendario?view=month&date=2027-05-10')
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a calendar' })
  const give = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: /Choose a file|\.ics/ }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/calendar', buffer: Buffer.from(text) })
  }
  await give('page.ics', '<html></html>')
  await expect(dialog.getByRole('alert')).toContainText('not a calendar file')
  await give('old.ics', FILE)
  await expect(dialog.getByRole('status')).toContainText('1 new event')
  await expect(dialog.getByRole('status')).toContainText('1 event in a time zone that nobody knows: Mars/Olympus')
  await expectAccessible(page, 'what is in a file')
  await dialog.getByRole('button', { name: 'Import 1 event' }).click()
  const regatta = page.locator('.cal-event', { hasText: REGATTA })
  await expect(regatta).toBeVisible()
  // It goes out with what it came in with.
  await more.click()
  await page.getByRole('menuitem', { name: 'Use in other programs…' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('link', { name: 'My calendar' }).click()
  const written = await readFile((await (await download).path()) ?? '', 'utf8')
  expect(written).toContain('UID:regatta')
  await page.keyboard.press('Escape')
  // The page that was no calendar.
  expect(errors.filter((error) => !error.includes('415'))).toEqual([])
  await page.context().close()
})

test('the parts of the dialog come together, so that none of its buttons moves', async ({ site, door, browser }) => {
  const page = await signIn(browser, `${door}/`, await site.makePerson(WRITING), { locale: 'en-US' })
  await page.goto('calendario?view=month&date=2027-05-10')
  const release = await holdRequests(page, '**/api/calendar/devices')
  const feed = page.waitForResponse('**/api/calendar/feed')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Use in other programs…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use in other programs' })
  await (await feed).finished()
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(1)
  await expect(dialog.getByRole('button')).toHaveCount(1)
  release()
  await expect(dialog.getByRole('button', { name: 'Make an address' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Make a password' })).toBeVisible()
  await page.context().close()
})

test('a private address is made, fetched without a login, and ended', async ({ site, door, browser }) => {
  const page = await signIn(browser, `${door}/`, await site.makePerson(WRITING), { locale: 'en-US' })
  await page.goto('calendario?view=month&date=2027-05-10')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Use in other programs…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use in other programs' })
  await dialog.getByLabel('It shows').selectOption('all')
  await dialog.getByRole('button', { name: 'Make an address' }).click()
  const address = await dialog.getByLabel('Address').inputValue()
  await expectAccessible(page, 'a private address')
  const fetched = await fetch(address)
  expect([fetched.status, (await fetched.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR'])
  // Opened again, it says when it was fetched, and not where.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Use in other programs…' }).click()
  await expect(dialog).toContainText('last fetched:')
  await expect(dialog.getByLabel('Address')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'End it' }).click()
  await expect(dialog.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
  await page.context().close()
})

test('a phone gets a password of its own, reads with it, and loses it', async ({ site, door, browser }) => {
  const person = await site.makePerson(WRITING)
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
  await page.goto('calendario?view=month&date=2027-05-10')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Use in other programs…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use in other programs' })
  await dialog.getByLabel('Name of the device').fill('Pixel')
  await dialog.getByRole('button', { name: 'Make a password' }).click()
  const password = await dialog.getByLabel('Password', { exact: true }).inputValue()
  const server = await dialog.getByLabel('Server').inputValue()
  await expectAccessible(page, 'a password of a device')
  const Authorization = `Basic ${Buffer.from(`${person.username}:${password}`).toString('base64')}`
  const ask = () => fetch(server, { method: 'PROPFIND', headers: { Authorization, Depth: '0' } })
  expect((await ask()).status).toBe(207)
  await dialog.getByRole('button', { name: 'End the password of Pixel' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Pixel' })).toHaveCount(0)
  expect((await ask()).status).toBe(401)
  await page.context().close()
})
