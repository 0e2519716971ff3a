// Photos of this day in earlier years: a worker reads their dates, and the page says how far that is.
import sharp from 'sharp'
import { type Nido, startNido } from '../helpers/nido.ts'
import { expectAccessible } from './axe.ts'
import { expect, putFile, testAlone } from './world.ts'

const test = testAlone.extend<object, { site: Nido }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const nido = await startNido({ replicas: 1 })
      await use(nido)
      await nido.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** A photo that was taken so many years ago today. */
async function photoOf(years: number, red: number): Promise<Buffer> {
  const now = new Date()
  const day = [now.getFullYear() - years, now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return sharp({ create: { width: 300, height: 200, channels: 3, background: { r: red, g: 120, b: 160 } } })
    .withExif({ IFD2: { DateTimeOriginal: `${day} 12:00:00` } })
    .jpeg()
    .toBuffer()
}

test('waits for a worker, then shows photos of earlier years, which open in the viewer', async ({
  page,
  site,
  person,
  files,
}) => {
  await putFile(person, '/beach.jpg', await photoOf(3, 10))
  await putFile(person, '/trip/tent.jpg', await photoOf(3, 60))
  await putFile(person, '/trip/old.jpg', await photoOf(11, 90))
  await putFile(person, '/now.jpg', await photoOf(0, 120))
  await files.open('/')
  await page.goto('extras')
  await page.getByRole('link', { name: /^On this day/ }).click()
  await expect(page.getByRole('heading', { name: 'Photos are not looked at' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No worker is running' })).toBeVisible()
  await site.addWorker()
  // The page asks a worker when it is opened.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'All 4 photos looked at' })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  const years = page.getByRole('region').filter({ has: page.getByRole('listitem') })
  await expect(years).toHaveCount(2)
  await expect(years.first()).toContainText('3 years ago')
  await expect(years.first().getByRole('link')).toHaveCount(2)
  await expect(years.last()).toContainText('11 years ago')
  await expect(page.getByRole('link', { name: 'now.jpg' })).toHaveCount(0)
  // The pictures of a line have one height.
  const boxes = await Promise.all((await years.first().getByRole('link').all()).map((link) => link.boundingBox()))
  expect(new Set(boxes.map((box) => box?.height)).size).toBe(1)
  await expectAccessible(page, 'photos of this day')
  await page.getByRole('link', { name: 'beach.jpg' }).click()
  await expect(page).toHaveURL(/\/files\/beach\.jpg$/)
  await expect(page.getByRole('heading', { name: 'beach.jpg' })).toBeVisible()
})
