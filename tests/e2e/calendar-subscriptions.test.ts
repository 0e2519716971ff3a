// Outside calendars: holidays are chosen, shown, switched off and removed.
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, signIn, test } from './world.ts'

const WRITING = { perm: { calendar: true } }

test('the holidays of a region are chosen, shown to read, switched off and removed', async ({
  site,
  door,
  browser,
}) => {
  const page = await signIn(browser, `${door}/`, await site.makePerson(WRITING), { locale: 'en-US' })
  const errors = consoleErrors(page)
  await page.goto('calendario?view=month&date=2027-05-10')
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'My calendars' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'My calendars' })
  await dialog.getByRole('button', { name: 'Holidays' }).click()
  await dialog.getByLabel('Country').selectOption({ label: 'Spain' })
  await dialog.getByLabel('State or region').selectOption({ label: 'Comunidad de Madrid' })
  await expectAccessible(page, 'the choice of holidays')
  await dialog.getByRole('button', { name: 'Add calendar' }).click()
  await expect(dialog.getByText('Holidays are computed by the server')).toBeVisible()
  const name = dialog.getByPlaceholder('Spain, Comunidad de Madrid')
  await name.fill('Festivos')
  await name.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove the calendar Festivos' })).toBeVisible()
  await page.keyboard.press('Escape')
  const labour = page.locator('.cal-event', { hasText: 'Labour Day' })
  await expect(labour).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Festivos' })).toBeChecked()
  await labour.click()
  const event = page.getByRole('dialog', { name: 'Labour Day' })
  await expect(event).toContainText('Festivos')
  await expect(event.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await open()
  await dialog.getByRole('checkbox', { name: 'Show' }).click()
  await expect(labour).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Show' }).click()
  await expect(labour).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Remove the calendar Festivos' }).click()
  await expect(labour).toHaveCount(0)
  expect(errors).toEqual([])
  await page.context().close()
})
