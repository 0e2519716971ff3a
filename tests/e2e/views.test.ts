// The views of a folder: list, mosaic and gallery, their size, order and groups.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, makeFolder, putFile, test } from './world.ts'

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer()

const tile = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name},`) })
const viewButton = (page: Page) => page.getByRole('button', { name: /^View: / })

test.beforeEach(async ({ folder, person }) => {
  await makeFolder(person, `${folder.path}/trips`)
  await putFile(person, `${folder.path}/lake.jpg`, await photo(600, 400))
  await putFile(person, `${folder.path}/tower.jpg`, await photo(300, 600))
  await putFile(person, `${folder.path}/note.txt`, 'words')
})

test('the view changes from the list to the mosaic and the gallery, and is kept for the next visit', async ({
  page,
  files,
  folder,
}) => {
  await files.open(folder.path)
  await expect(files.row('lake.jpg')).toBeVisible()
  // A change of the view needs no request, so no listing is answered from now on.
  await page.route('**/api/resources/**', () => undefined)
  await viewButton(page).click()
  await expect(tile(page, 'lake.jpg').locator('.is-ready')).toBeVisible()
  await expect(tile(page, 'trips')).toBeVisible()
  await page.keyboard.press('Alt+v')
  await expect(viewButton(page)).toHaveAccessibleName('View: Gallery')
  const lake = await tile(page, 'lake.jpg').boundingBox()
  expect((lake?.width ?? 0) / (lake?.height ?? 1)).toBeCloseTo(1.5, 1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const saved = page.waitForResponse((response) => response.url().includes('/api/views/') && response.ok())
  await saved
  await page.reload()
  await expect(tile(page, 'tower.jpg')).toBeVisible()
  // Other folders have the usual view. There may be more of them than there is room for.
  await page.goto('files/')
  await expect(page.getByRole('row').first()).toBeVisible()
  await expect(viewButton(page)).toHaveAccessibleName('View: List')
})

test('arrows move in two dimensions, and Back finds the same tile', async ({ page, files, folder }) => {
  await files.open(folder.path)
  await viewButton(page).click()
  await tile(page, 'trips').focus()
  await page.keyboard.press('ArrowDown')
  await expect(tile(page, 'lake.jpg')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tile(page, 'note.txt')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(tile(page, 'trips')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'tower.jpg' })).toBeVisible()
  await page.goBack()
  await expect(tile(page, 'tower.jpg')).toHaveAttribute('aria-selected', 'true')
})

test('tiles are enlarged, and items are grouped and sorted in the options', async ({ page, files, folder }) => {
  await files.open(folder.path)
  await viewButton(page).click()
  const before = (await tile(page, 'lake.jpg').boundingBox())?.width ?? 0
  await page.getByRole('slider', { name: 'Size' }).first().fill('480')
  await expect.poll(async () => (await tile(page, 'lake.jpg').boundingBox())?.width).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'View options' }).click()
  const options = page.getByRole('dialog', { name: 'View options' })
  await options.getByRole('button', { name: 'List' }).click()
  await options.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Kind' }).click()
  await expect(page.getByRole('heading', { name: 'Pictures' })).toBeVisible()
  await options.getByRole('button', { name: 'Descending' }).click()
  await expect.poll(() => files.names()).toEqual(['trips', 'tower.jpg', 'lake.jpg', 'note.txt'])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View options' })).toBeFocused()
})
