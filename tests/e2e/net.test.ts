// A failure in one part of the page stays there, and a page whose server was updated says so.
import type { Page } from '@playwright/test'
import { expect, holdRequests, putFile, test } from './world.ts'

/** Removes parts of the running page from the server. */
const take = (page: Page, part: string) =>
  page.route(`**/static/assets/${part}-*.js`, (route) => route.fulfill({ status: 404, body: '' }))

/** From now on the server is another version of Nido, whose page has other file names. */
async function upgrade(page: Page): Promise<void> {
  await page.route(
    (url) => /\/(?:files|trash|settings)(?:\/|$)/.test(url.pathname) && !url.pathname.includes('/api/'),
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      await route.fulfill({ response: answer, body: html.replaceAll(/-[\w-]{8}\.js/g, '-upgraded.js') })
    },
  )
}

/** The trash answers with something that the page cannot render. */
const breakTrash = (page: Page) =>
  page.route(/\/api\/trash(?:\?|$)/, (route) => route.fulfill({ json: { items: [null], cursor: null } }))

test('a screen that breaks leaves the frame working, and an upload continues', async ({ page, files, folder }) => {
  await files.open(folder.path)
  const letGo = await holdRequests(page, '**/api/resources/**/held.txt?*')
  const chooser = await files.openChooser('Upload files')
  await chooser.setFiles({ name: 'held.txt', mimeType: 'text/plain', buffer: Buffer.from('held') })
  await expect(files.tray.getByText('held.txt')).toBeVisible()

  await breakTrash(page)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side' })).toBeVisible()
  await expect(files.tray.getByText('held.txt')).toBeVisible()
  letGo()
  await expect(files.tray.getByText('Done')).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
  await files.open(folder.path)
  await expect(files.row('held.txt')).toBeVisible()
})

test('a screen and a dialog that an update has removed offer the new page', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  // Before the page opens, because it prefetches its parts when it is idle.
  await take(page, '{RenameDialog,TrashScene}')
  await files.open(folder.path)
  await upgrade(page)
  await files.row('a.txt').click()
  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('heading', { name: 'Nido was updated' })).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Try again' })).toBeHidden()
  await files.dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Nido was updated' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  // A toast may say the same, because the prefetched parts are gone, too.
  await page.getByRole('main').getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
})
