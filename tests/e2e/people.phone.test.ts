// The settings on a phone.
import { devices, type Page } from '@playwright/test'
import { expect, FilesPage, signIn, test } from './world.ts'

const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

test('an administrator finds every place of the settings on a phone, creates a person and deletes them', async ({
  browser,
  baseURL,
  site,
}) => {
  test.setTimeout(240_000)
  const admin = await site.adminClient()
  const page = await signIn(browser, baseURL, admin, { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } })
  const files = new FilesPage(page)
  const name = `mar-${Date.now().toString(36)}-whose-name-goes-on-and-on-until-no-phone-has-room-for-it`
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).tap()
  await page.getByRole('link', { name: 'Settings' }).tap()
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  for (const tab of await tabs.all()) {
    await tab.tap()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    expect(await overflows(page)).toBe(false)
  }
  await page.getByRole('link', { name: 'People', exact: true }).tap()
  await page.getByRole('link', { name: 'New person' }).tap()
  await page.getByRole('textbox', { name: 'Username' }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill('A-Household-Pass-7731')
  await page.getByRole('button', { name: 'Add a rule' }).tap()
  await page.getByRole('textbox', { name: 'Path of rule 1' }).fill('/Private')
  await page.getByText('Calendar', { exact: true }).tap()
  // The button that saves is visible wherever the form is scrolled.
  await expect(page.getByRole('button', { name: 'Create person' })).toBeInViewport()
  expect(await overflows(page)).toBe(false)
  await page.getByRole('button', { name: 'Create person' }).tap()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await overflows(page)).toBe(false)
  await page.getByRole('button', { name: 'Delete…' }).tap()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await dialog.getByText('Delete them for good').tap()
  const verb = dialog.getByRole('button', { name: 'Delete person and files' })
  expect((await verb.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await overflows(page)).toBe(false)
  await verb.tap()
  await expect(files.toast(`${name} was deleted`)).toBeVisible()
  await page.context().close()
})
