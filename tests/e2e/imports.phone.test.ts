// The importers on a phone: nothing is too wide, and every control can be hit.
import { card, cleanUp, knowFiles, listOf, magnet, own, paste, test } from './importer.ts'
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

test('the files of a torrent are put in order on a phone', async ({ page, person, site, s3 }) => {
  const name = own('ordered')
  await page.goto('import-torrents')
  await expect(page.getByText('No downloads yet')).toBeVisible()
  await paste(page, magnet(name))
  await expect(card(page, name)).toContainText('Waiting')
  const id = (await listOf(person)).find((item) => item.name === name)?.id ?? ''
  await knowFiles({ site, s3 }, id, ['a film with a long name that does not fit into a line.mkv', 'b.mkv'])
  await page.getByRole('button', { name: `More for ${name}` }).tap()
  await page.getByRole('menuitem', { name: 'Files and trackers…' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Download a film .* first/ }).tap()
  await dialog.getByRole('button', { name: 'Download b.mkv first' }).tap()
  await dialog.getByRole('button', { name: 'Move b.mkv down' }).tap()
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveText([/^a film/, 'b.mkv'])
  for (const control of await dialog.getByRole('list').getByRole('button').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
  expect((await person.get(`/api/imports/${id}`)).json<{ first: number[] }>().first).toEqual([0, 1])
})
