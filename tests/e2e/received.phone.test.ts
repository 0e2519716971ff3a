// What a phone hands to the installed page: photos that are chosen, and what other apps share. It is kept on the device
// first, so that it goes on by itself after the browser has died.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { test } from './own-door.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { expect, FilesPage } from './world.ts'

const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')
const copies = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = []
    const root = await navigator.storage.getDirectory()
    for await (const place of root.values())
      if (place.kind === 'directory')
        for await (const folder of place.values())
          if (folder.kind === 'directory') for await (const file of folder.values()) names.push(file.name)
    return names
  })
const waitForWorker = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

/** Posts a form as browsers do for what another app shares. */
async function shareWith(page: Page, fields: Record<string, string>, file?: { name: string; body: string }) {
  await page.evaluate(
    ({ fields: some, file: one }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/cloud/receive' })
      for (const [name, value] of Object.entries(some)) {
        const field = form.appendChild(document.createElement('input'))
        Object.assign(field, { name, value })
      }
      if (one !== undefined) {
        const field = form.appendChild(document.createElement('input'))
        const transfer = new DataTransfer()
        transfer.items.add(new File([one.body], one.name, { lastModified: Date.UTC(2024, 4, 5, 6, 7, 8) }))
        Object.assign(field, { type: 'file', name: 'files', files: transfer.files })
      }
      document.body.append(form)
      form.submit()
    },
    { fields, file },
  )
}

test('what another app shares is saved where the person says', async ({ page, files, folder, person }) => {
  await files.open(folder.path)
  await waitForWorker(page)
  await shareWith(page, {}, { name: 'boat.txt', body: 'a boat' })
  const dialog = page.getByRole('dialog', { name: 'Where to save it' })
  await expect(dialog).toContainText('boat.txt')
  expect(new URL(page.url()).pathname).toBe('/cloud/files/')
  // It waits until somebody answers, over a reload as well.
  await page.reload()
  await dialog.getByRole('treeitem', { name: folder.name }).click()
  await dialog.getByRole('button', { name: 'Save here' }).click()
  await expect(files.row('boat.txt')).toBeVisible()
  const saved = await person.get(`/api/raw${encodeURI(folder.path)}/boat.txt`)
  expect(saved.body.toString()).toBe('a boat')
  await expect.poll(() => copies(page)).toEqual([])
  await page.reload()
  await expect(files.row('boat.txt')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a shared text becomes a file, and nothing is kept of what nobody wants', async ({ page, files, folder }) => {
  await files.open(folder.path)
  await waitForWorker(page)
  await shareWith(page, { title: 'A: list', text: 'milk and bread' })
  const dialog = page.getByRole('dialog', { name: 'Where to save it' })
  await expect(dialog).toContainText('A list.txt')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => copies(page)).toEqual([])
  await page.reload()
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a file that the system opens with the page is saved where the person says', async ({
  page,
  files,
  folder,
  person,
}) => {
  // A browser without a system gives no files, so this stands in for it.
  await page.addInitScript(() => {
    const setConsumer = async (consumer: (launch: { files: FileSystemFileHandle[] }) => void) => {
      const root = await navigator.storage.getDirectory()
      const handle = await root.getFileHandle('notes.md', { create: true })
      const stream = await handle.createWritable()
      await stream.write('# Notes')
      await stream.close()
      consumer({ files: [handle] })
    }
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  })
  await files.open(folder.path)
  const dialog = page.getByRole('dialog', { name: 'Where to save it' })
  await expect(dialog).toContainText('notes.md')
  await dialog.getByRole('treeitem', { name: folder.name }).click()
  await dialog.getByRole('button', { name: 'Save here' }).click()
  await expect(files.row('notes.md')).toBeVisible()
  expect((await person.get(`/api/raw${encodeURI(folder.path)}/notes.md`)).body.toString()).toBe('# Notes')
})

test('without room, the page says so', async ({ page, files, folder, door }) => {
  await files.open(folder.path)
  await waitForWorker(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(door).origin, quotaSize: 10 })
  await shareWith(page, {}, { name: 'boat.txt', body: 'a boat of more than ten letters' })
  await expect(files.toast('no room for what was shared')).toBeVisible()
  await expect(page).toHaveURL(/\/cloud\/files\/$/)
  await files.open(folder.path)
  await choosePhotos(page, [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: randomBytes(1000) }])
  await expect(files.toast('no room for copies')).toBeVisible()
  // It is uploaded all the same.
  await expect(files.row('photo.jpg')).toBeVisible()
})

async function choosePhotos(page: Page, photos: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'New' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Upload photos and videos' }).click(),
  ])
  expect(chooser.isMultiple()).toBe(true)
  await chooser.setFiles(photos)
}

test('chosen photos arrive although the browser dies while they are uploaded', async ({
  contextOptions,
  launchOptions,
  viewport,
  door,
  site,
}) => {
  const person = await site.makePerson()
  const profile = await mkdtemp(path.join(os.tmpdir(), 'nido-profile-'))
  const options = { ...launchOptions, ...contextOptions, viewport, locale: 'en-US', baseURL: `${door}/` }
  const photo = randomBytes(24 * 1024 * 1024)
  let context: BrowserContext | null = await chromium.launchPersistentContext(profile, options)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.addInitScript(() => {
      const setAppBadge = async (count: number) => void document.documentElement.setAttribute('data-badge', `${count}`)
      Object.assign(Navigator.prototype, { setAppBadge })
    })
    await submitLogin(page, person)
    await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
    await page.route('**/api/tus/**', (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()))
    await choosePhotos(page, [{ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo }])
    await page.waitForRequest((request) => request.method() === 'PATCH')
    expect(await copies(page)).toEqual(['photo.jpg'])
    await expect(page.locator('html')).toHaveAttribute('data-badge', '1')
    await page.goto('chrome://crash').catch(() => undefined)
    await context.close()
    context = await chromium.launchPersistentContext(profile, options)
    const again = context.pages()[0] ?? (await context.newPage())
    await again.goto('files/')
    await expect(new FilesPage(again).row('photo.jpg')).toBeVisible({ timeout: 120_000 })
    const saved = await person.get('/api/raw/photo.jpg')
    expect(hashOf(saved.body)).toBe(hashOf(photo))
    await expect.poll(() => copies(again)).toEqual([])
  } finally {
    await context?.close()
    await rm(profile, { recursive: true, force: true })
  }
})
