// A right-to-left page, in a language whose texts are still English, and a Nido without accounts.
import { startNido } from '../helpers/nido.ts'
import { expect, FilesPage, test } from './world.ts'

test('a right-to-left page shows names, numbers and switches where they belong', async ({ browser, baseURL, site }) => {
  const admin = await site.makePerson({ locale: 'ar', perm: { admin: true } })
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('login')
  await page.getByRole('textbox').first().fill(admin.username)
  await page.locator('input[type="password"]').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto(`settings/users/${admin.id}`)
  // Switched on: the knob is at the left end, and inside.
  const switched = page.getByRole('switch', { name: 'Administrator' })
  await expect(switched).toBeChecked()
  await expect
    .poll(() => switched.evaluate((element) => new DOMMatrix(getComputedStyle(element, '::after').transform).e))
    .toBe(-14)

  await page.goto('settings/users')
  const row = page.getByRole('listitem').filter({ hasText: admin.username }).first()
  await expect(row).toBeVisible()
  const edges = await row.locator('.who').evaluate((who) =>
    [...who.children].map((line) => {
      const range = document.createRange()
      range.selectNodeContents(line)
      return range.getBoundingClientRect().right
    }),
  )
  expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 99))).toBeLessThan(2)
  // English text has its own direction: the full stop is at its end.
  await expect(page.getByText(/^\u2066\d+ people in this household\.\u2069$/)).toBeVisible()
  await context.close()
})

test('without accounts everybody is signed in at once, and nothing asks for a password', async ({ browser, site }) => {
  const nido = await startNido({ servers: site.servers, replicas: 1, settings: { AUTH_METHOD: 'noauth' } })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: `${nido.urls[0]}/` })
  try {
    const page = await context.newPage()
    const files = new FilesPage(page)
    await page.goto('login')
    await expect(page).toHaveURL(/\/files\/$/)
    await files.open('/')
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
    await page.goto('settings/profile')
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    await expect(page.locator('input[type="password"]')).toHaveCount(0)
    await page.goto('settings/global')
    await expect(page.getByRole('heading', { name: 'Access' })).toBeVisible()
  } finally {
    await context.close()
    await nido.stop()
  }
})
