// Many uploads in the tray: a folder as one row, their order, and a page that does not jump.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { environment } from '../../scripts/lib/environment.ts'
import { expect, FilesPage, test } from './world.ts'

/** Many more than the tray has room for. */
const MANY = environment()['NIDO_FULL'] ? 500 : 120

/** Small files on the disk, named 001, 002 and so on. */
async function numbered(count: number, folder = ''): Promise<string> {
  const base = await mkdtemp(path.join(os.tmpdir(), 'nido-many-'))
  await mkdir(path.join(base, folder), { recursive: true })
  const names = Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(3, '0')}.txt`)
  await Promise.all(names.map((name) => writeFile(path.join(base, folder, name), 'x'.repeat(100))))
  return base
}

/** Holds back all uploads. Returns a function that releases them, and the names of requested files. */
async function holdUploads(page: Page): Promise<{ release(): void; asked: string[] }> {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(/\/api\/resources\/.*override=/, async (route) => {
    asked.push(decodeURIComponent(new URL(route.request().url()).pathname).split('/').at(-1) ?? '')
    await gate.promise
    await route.continue()
  })
  return { asked, release: () => gate.resolve() }
}

test('a folder is one row with its progress, pauses and resumes, and disappears when it has arrived', async ({
  page,
  files,
  folder,
}) => {
  const base = await numbered(12, 'Trip')
  const uploads = await holdUploads(page)
  try {
    await files.open(folder.path)
    await files.upload('Upload a folder', path.join(base, 'Trip'))
    const row = files.tray.getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('0 of 12 files')
    await row.getByRole('button', { name: 'Pause Trip' }).click()
    await expect(files.tray.getByRole('heading', { name: 'Uploads paused' })).toBeVisible()
    await row.getByRole('button', { name: 'Resume Trip' }).click()
    await expect(row.getByRole('button', { name: 'Pause Trip' })).toBeVisible()
    uploads.release()
    await expect(row).toContainText('12 files · 1.17 KB')
    await expect(files.tray.getByRole('heading', { name: '12 files uploaded' })).toBeVisible()
    await page.mouse.move(400, 600)
    await expect(files.tray).toBeHidden({ timeout: 30_000 })
  } finally {
    await rm(base, { recursive: true })
  }
})

test('the uploads of one page are shown on the others, without buttons', async ({ context, page, files, folder }) => {
  const base = await numbered(12, 'Trip')
  const uploads = await holdUploads(page)
  const other = new FilesPage(await context.newPage())
  try {
    await other.open('/')
    await files.open(folder.path)
    await files.upload('Upload a folder', path.join(base, 'Trip'))
    await other.page.getByRole('button', { name: /^Show activity: Uploading on another device/ }).click()
    const row = other.tray.getByRole('listitem')
    await expect(row).toContainText('Trip')
    await expect(row).toContainText('0 of 12 files')
    await expect(row.getByRole('button')).toHaveCount(0)
    uploads.release()
    await expect(files.tray.getByRole('heading', { name: '12 files uploaded' })).toBeVisible()
    await expect(other.tray).toBeHidden()
  } finally {
    await rm(base, { recursive: true })
  }
})

test('of hundreds of files the tray renders those in view, nothing jumps, and any of them can go next', async ({
  page,
  files,
  folder,
  person,
}) => {
  test.setTimeout(240_000)
  const base = await numbered(MANY)
  const uploads = await holdUploads(page)
  try {
    await files.open(folder.path)
    await page.evaluate(() => {
      const seen = { shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: false })
    })
    await files.upload(
      'Upload files',
      Array.from({ length: MANY }, (_, index) => path.join(base, `${String(index + 1).padStart(3, '0')}.txt`)),
    )
    const rows = files.tray.getByRole('listitem')
    await expect(rows.first()).toHaveAttribute('aria-setsize', `${MANY}`)
    expect(await rows.count()).toBeLessThan(40)
    const list = files.tray.locator('.jobs')
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await files.tray.getByRole('button', { name: `Upload ${MANY}.txt next` }).click()
    await list.evaluate((element) => element.scrollTo(0, 0))
    await expect(rows.nth(5)).toContainText(`${MANY}.txt`)
    uploads.release()
    await expect.poll(() => uploads.asked[5]).toBe(`${MANY}.txt`)
    await expect(files.tray.getByText(/files\/s/)).toBeVisible()
    await expect(files.tray.getByRole('heading', { name: `${MANY} files uploaded` })).toBeVisible({ timeout: 180_000 })
    expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.1)
    const { numFiles } = (await person.get(`/api/resources/${encodeURIComponent(folder.name)}/`))
      .expect(200)
      .json<{ numFiles: number }>()
    expect(numFiles).toBe(MANY)
  } finally {
    await rm(base, { recursive: true })
  }
})
