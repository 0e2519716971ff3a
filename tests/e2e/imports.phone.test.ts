// The importers on a phone: nothing is too wide, and every control can be hit.
import { card, cleanUp, magnet, own, paste, test } from './importer.ts'
import { expect } from './world.ts'

test.afterEach(cleanUp)

test('a torrent is imported, paused and cancelled on a phone', async ({ page }) => {
  const name = own('a film with a long name that does not fit into a line')
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await page.goto('import-torrents')
  await expect(page.getByText('No downloads yet')).toBeVisible()
  await paste(page, magnet(name))
  await expect(card(page, name)).toContainText('Waiting')
  expect(await isTooWide()).toBe(false)
  for (const control of await page.getByRole('main').locator('button:visible, span.input:visible').all()) {
    const box = await control.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: `Pause ${name}` }).tap()
  await expect(card(page, name)).toContainText('Paused')
  await page.getByRole('button', { name: `Cancel ${name}` }).tap()
  await expect(card(page, name)).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Import YouTube' }).tap()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'YouTube Downloader' })).toBeVisible()
  expect(await isTooWide()).toBe(false)
})
