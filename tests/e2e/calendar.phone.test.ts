// The calendar on a phone: the agenda, and an event added by a finger.
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './world.ts'

test('a phone shows the agenda, and adds an event', async ({ site, door, browser }) => {
  const person = await site.makePerson({ perm: { calendar: true } })
  const page = await signIn(browser, `${door}/`, person, {
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.goto('calendario')
  await expect(page.getByRole('button', { name: 'Agenda' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('textbox', { name: 'Quick add' }).fill('Market tomorrow 11:30')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cal-event', { hasText: 'Market' })).toBeVisible()
  await expectAccessible(page, 'the agenda')
  await page.context().close()
})
