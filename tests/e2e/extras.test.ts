// The extras: what takes space, the largest and oldest files, and duplicates.
import { expect, signIn, test } from './world.ts'

const MIB = 1024 * 1024

test('the map leads from folder to folder, and follows changes', async ({ page, files, folder, person }) => {
  const at = encodeURI(folder.path)
  await person.post(`/api/resources${at}/Films/garden.mkv`, Buffer.alloc(3 * MIB, 1))
  await person.post(`/api/resources${at}/Films/old/short.mp4`, Buffer.alloc(MIB, 2))
  await person.post(`/api/resources${at}/note.txt`, 'small')
  await files.open(folder.path)
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Extras' }).click()
  await page.getByRole('link', { name: /^Storage map/ }).click()
  await expect(page.getByRole('heading', { name: 'Storage map', level: 1 })).toBeVisible()
  await page.goto(`extras/storage?in=${encodeURIComponent(folder.path)}`)
  const parts = page.getByRole('region', { name: 'Largest items' }).getByRole('link')
  await expect(parts).toHaveCount(2)
  await expect(parts.first()).toContainText('Films')
  await expect(parts.first()).toContainText('2 files')
  await expect(page.getByRole('status').getByText('3 files · 2 folders')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Kinds of files' })).toContainText('Videos')
  // The largest tile takes most of the map, and opens the folder's own map.
  const map = await page.locator('.tile-map').boundingBox()
  const largest = await page.locator('.map-tile').first().boundingBox()
  expect(largest && map && (largest.width * largest.height) / (map.width * map.height)).toBeGreaterThan(0.9)
  await page
    .locator('.map-tile')
    .first()
    .click({ position: { x: 30, y: 8 } })
  await expect(page.getByRole('heading', { name: 'Films', level: 1 })).toBeVisible()
  await expect(parts).toHaveCount(2)
  // What comes or goes elsewhere appears without a reload.
  await person.post(`/api/resources${at}/Films/new.mkv`, Buffer.alloc(5 * MIB, 3))
  await expect(parts.first()).toContainText('new.mkv')
  // A file opens above its folder.
  await parts.first().press('Enter')
  await expect(page).toHaveURL(/\/files\/.*new\.mkv$/)
})

test('a folder that is gone or empty has words instead of a map', async ({ page, files, folder, person }) => {
  await person.post(`/api/resources${encodeURI(folder.path)}/empty/`)
  await files.open(folder.path)
  await page.goto(`extras/storage?in=${encodeURIComponent(`${folder.path}/empty`)}`)
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  await page.goto(`extras/storage?in=${encodeURIComponent(`${folder.path}/none`)}`)
  await expect(page.getByText('404')).toBeVisible()
})

test('a large file is deleted from the list, and comes back', async ({ page, files, folder, person }) => {
  const name = `large ${folder.path.slice(1)}.bin`
  await person.post(`/api/resources${encodeURI(`${folder.path}/${name}`)}`, Buffer.alloc(9 * MIB, 7))
  await files.open(folder.path)
  await page.goto('extras/largest')
  const row = page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) })
  await row.click()
  await page.keyboard.press('Delete')
  await expect(row).toBeHidden()
  const toast = page.locator('.toast', { hasText: `Moved “${name}” to the trash` })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await page.goto('extras/oldest')
  await expect(page.getByRole('heading', { name: 'Oldest files', level: 1 })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Oldest files' }).getByRole('row').nth(1)).toBeVisible()
})

test('copies are found by their content, and all but the oldest are deleted', async ({
  page,
  files,
  folder,
  person,
}) => {
  const at = encodeURI(folder.path)
  const size = MIB + 4_321
  await person.post(`/api/resources${at}/a/song.mp3`, Buffer.alloc(size, 1))
  await person.post(`/api/resources${at}/b/copy.mp3`, Buffer.alloc(size, 1))
  await person.post(`/api/resources${at}/other.mp3`, Buffer.alloc(size, 2))
  await files.open(folder.path)
  await page.goto('extras/duplicates')
  await page.getByRole('button', { name: 'Compare contents' }).click()
  const group = page.getByRole('region', { name: /^song\.mp3: 2 copies/ })
  await expect(group.getByRole('listitem')).toHaveCount(2)
  await expect(group.getByText('other.mp3')).toBeHidden()
  await group.getByRole('button', { name: /^Keep the oldest/ }).click()
  await expect(group).toBeHidden()
  ;(await person.get(`/api/resources${at}/a/song.mp3`)).expect(200)
  ;(await person.get(`/api/resources${at}/b/copy.mp3`)).expect(404)
})

test('what is deleted or replaced takes space, which the extras and the trash tell', async ({
  browser,
  baseURL,
  site,
}) => {
  const person = await site.makePerson()
  await person.post('/api/resources/film.mkv', Buffer.alloc(3 * MIB, 1))
  await person.post('/api/resources/film.mkv?override=true', Buffer.alloc(MIB, 2))
  ;(await person.delete('/api/resources/film.mkv')).expect(204)
  const page = await signIn(browser, baseURL, person, { locale: 'en-US' })
  await page.goto('extras')
  const words = 'Deleted files and older versions take 4.00 MB.'
  // The first look has them counted.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /^Trash .*4\.00 MB/ })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Trash/ })
    .click()
  await expect(page.getByText(words)).toBeVisible()
  await page.context().close()
})
