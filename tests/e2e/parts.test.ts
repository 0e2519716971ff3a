// Parts of the page that cannot be fetched, and deletes that fail: the page explains, offers a way on, and keeps what
// is on the screen.
import type { Page } from '@playwright/test'
import { expect, holdRequests, putFile, test } from './world.ts'

const FAILED = 'This part of the page did not load'

/**
 * From now on the page's files with matching names cannot be fetched: the connection is down, or an upgrade has removed
 * them. The returned function ends this.
 */
async function lose(page: Page, part: string, how: 'offline' | 'upgraded'): Promise<() => Promise<void>> {
  const address = `**/static/assets/${part}-*.js`
  await page.route(address, (route) =>
    how === 'offline' ? route.abort('internetdisconnected') : route.fulfill({ status: 404, body: '' }),
  )
  return () => page.unroute(address)
}

test('a dialog that cannot be fetched says so, and the page keeps working', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  // Before the page opens, because it prefetches its parts when it is idle.
  const find = await lose(page, 'RenameDialog', 'offline')
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('heading', { name: FAILED })).toBeVisible()
  await expect(files.row('a.txt')).toBeVisible()
  await files.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(files.dialog).toBeHidden()
  // Pressing the key again tries again.
  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('heading', { name: FAILED })).toBeVisible()
  await find()
  await files.dialog.getByRole('button', { name: 'Try again' }).click()
  await files.dialog.getByRole('textbox').fill('b.txt')
  await page.keyboard.press('Enter')
  await expect(files.row('b.txt')).toBeVisible()
})

test('a screen is shown once it is fetched, though no timer comes to show it', async ({ page }) => {
  // React itself waits for one of these after it has shown that a screen is on its way.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((work: () => void, ms = 0) =>
      setTimeout(work, ms > 20 && ms <= 300 ? 1e9 : ms)) as typeof window.setTimeout
  })
  for (const [place, scene] of [
    ['favourites', 'FavouritesScene'],
    ['trash/', 'TrashScene'],
    ['settings/profile', 'SettingsScene'],
  ] as const) {
    const release = await holdRequests(page, `**/static/assets/${scene}-*.js`)
    await page.goto(place)
    await expect(page.locator('main[aria-busy="true"]')).toBeVisible()
    release()
    await expect(page.locator('main:not([aria-busy="true"])')).toBeVisible()
  }
})

test('what is typed before a dialog is there is meant for its field', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  const release = await holdRequests(page, '**/static/assets/RenameDialog-*.js')
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('F2')
  await page.keyboard.type('lakk')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('e')
  release()
  const field = files.dialog.getByRole('textbox')
  await expect(field).toHaveValue('lake.txt')
  await expect(field).toBeFocused()
  await page.keyboard.type('s')
  await page.keyboard.press('Enter')
  await expect(files.row('lakes.txt')).toBeVisible()
  // The list has the letters again.
  await expect(files.dialog).toBeHidden()
  await page.keyboard.type('lak')
  await expect(files.row('lakes.txt')).toBeFocused()
})

test('a screen that cannot be fetched says so, and opens once it can be', async ({ page, files, folder }) => {
  const find = await lose(page, 'TrashScene', 'upgraded')
  await files.open(folder.path)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  // The other places keep working.
  await page.getByRole('link', { name: 'My files' }).first().click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeHidden()
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
  await find()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
})

test('a screen that never comes says so, and opens after a reload', async ({ page, files, folder }) => {
  const address = '**/static/assets/TrashScene-*.js'
  // As on a connection that broke without notice.
  await page.route(address, () => {})
  await page.clock.install()
  await files.open(folder.path)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(async () => {
    await page.clock.fastForward(16_000)
    await expect(page.getByRole('heading', { name: FAILED })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.unroute(address)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
})

test('a place of the settings that cannot be fetched leaves the others working', async ({ page }) => {
  await page.goto('settings/profile')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  const find = await lose(page, 'LinksScene', 'offline')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Shares' }).click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
  await find()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
})

test('what could not be deleted reappears, even while nothing else can be fetched', async ({
  page,
  files,
  folder,
  person,
}) => {
  for (const name of ['gone.txt', 'kept.txt', 'other.txt']) await putFile(person, `${folder.path}/${name}`, name)
  await files.open(folder.path)
  const isKept = (url: URL) => url.pathname.endsWith('/kept.txt')
  const isListing = (url: URL) => url.pathname.includes('/api/resources/') && !url.pathname.endsWith('.txt')
  await page.route(isKept, (route) =>
    route.request().method() === 'DELETE' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.route(isListing, (route) => route.abort('internetdisconnected'))
  await files.row('gone.txt').click()
  await files.row('kept.txt').click({ modifiers: ['Control'] })
  await page.keyboard.press('Delete')
  await expect(files.toast(/kept\.txt/)).toBeVisible()
  await expect(files.row('kept.txt')).toBeVisible()
  await expect(files.row('gone.txt')).toBeHidden()
  await expect(files.row('other.txt')).toBeVisible()
})

test('texts that are never answered are asked for once more', async ({ page, files, folder }) => {
  let asked = 0
  await page.route('**/static/assets/texts-en-rest-*.json', async (route) => {
    asked += 1
    // The first one stays without an answer, as on a connection that broke without notice.
    if (asked > 1) await route.continue()
  })
  await files.open(folder.path)
  await expect(page.getByRole('button', { name: 'View options' })).toBeVisible()
  expect(asked).toBe(2)
})
