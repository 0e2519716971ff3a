// Long changes in the tray: their progress, cancelling them, and what a reload keeps of them; older versions in the
// trash.
import type { Page, Route } from '@playwright/test'
import type { OperationRecord } from '../../backend/contract/operations.ts'
import { expect, putFile, test } from './world.ts'

/** Makes the page poll for everything, without a socket. */
const withoutSocket = (page: Page) => page.routeWebSocket('**/api/events**', (socket) => void socket.close())

/**
 * Makes the page believe that a finished change is still running, as a copy of many gigabytes would be, until it is
 * released. `over` replaces fields of the record.
 */
async function hold(
  page: Page,
  source: string,
  over: Partial<OperationRecord>,
): Promise<{ tell(now: Partial<OperationRecord>): void; release(): void }> {
  let told: Partial<OperationRecord> | null = over
  await withoutSocket(page)
  await page.route('**/api/operations**', async (route: Route) => {
    if (told === null || route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const body = (await response.json()) as OperationRecord | { items: OperationRecord[] }
    const slow = (record: OperationRecord): OperationRecord =>
      record.state === 'done' && record.source === source ? { ...record, ...told } : record
    await route.fulfill({ response, json: 'items' in body ? { items: body.items.map(slow) } : slow(body) })
  })
  return {
    tell: (now) => {
      told = now
    },
    release: () => {
      told = null
    },
  }
}

test('a long copy shows its progress on every screen, and disappears when it is done', async ({
  page,
  files,
  folder,
  person,
}) => {
  for (const name of ['a.txt', 'b.txt']) await putFile(person, `${folder.path}/Photos/${name}`, 'x')
  const server = await hold(page, `${folder.path}/Photos`, {
    state: 'copying',
    canCancel: true,
    itemsDone: 1,
    itemsTotal: 4,
    bytesDone: 512,
    bytesTotal: 2048,
  })
  await files.open(folder.path)
  await files.row('Photos').click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  const row = files.tray.getByRole('listitem').filter({ hasText: 'Photos' })
  await expect(row).toContainText(`Copying to ${folder.name}`)
  await expect(row).toContainText('25 % · 1 of 4 files · 512 B of 2.00 KB')
  await expect(row.getByRole('progressbar', { name: 'Photos' })).toHaveAttribute('aria-valuenow', '25')
  await expect(row.getByRole('button', { name: 'Cancel Photos' })).toBeVisible()
  server.tell({ state: 'copying', canCancel: true, itemsDone: 3, itemsTotal: 4, bytesDone: 1536, bytesTotal: 2048 })
  await expect(row).toContainText('75 % · 3 of 4 files')

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(row).toContainText('75 %')
  await files.tray.getByRole('button', { name: 'Minimise' }).click()
  await expect(files.tray).toBeHidden()
  await page.getByRole('button', { name: /^Show activity: Copying “Photos”, 75 %/ }).click()
  server.release()
  await expect(files.toast('Copied “Photos”')).toBeVisible()
  await expect(files.tray).toBeHidden()
  await expect(page.getByRole('button', { name: /^Show activity/ })).toBeHidden()
})

test('a rename is over while its bytes are still copied behind the new name, and says why it was turned back', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/film.mkv`, 'x')
  const server = await hold(page, `${folder.path}/film.mkv`, {
    state: 'removing',
    canCancel: true,
    itemsDone: 0,
    itemsTotal: 1,
    bytesDone: 512,
    bytesTotal: 2048,
  })
  await files.open(folder.path)
  await files.row('film.mkv').click()
  await page.keyboard.press('F2')
  await files.dialog.getByRole('textbox').fill('holiday.mkv')
  await page.keyboard.press('Enter')
  await expect(files.toast('Renamed to “holiday.mkv”')).toBeVisible()
  await expect(files.dialog).toBeHidden()
  await expect(files.row('holiday.mkv')).toHaveAttribute('aria-selected', 'true')
  const row = files.tray.getByRole('listitem').filter({ hasText: 'film.mkv' })
  await expect(row).toContainText('Moved. Cleaning up…')
  await expect(row).toContainText('25 % · 512 B of 2.00 KB')
  await expect(row.getByRole('button', { name: 'Cancel film.mkv' })).toBeVisible()
  server.tell({ state: 'undone', error: 'noRoom', canCancel: false })
  await expect(row).toContainText('storage space')
})

test('what runs on the server is there again after a reload, and reports its end', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/Films/a.txt`, 'x')
  const server = await hold(page, `${folder.path}/Films`, {
    state: 'copying',
    canCancel: true,
    itemsDone: 0,
    itemsTotal: 1,
    bytesDone: 512,
    bytesTotal: 2048,
  })
  ;(
    await person.patch(
      `/api/resources/${encodeURIComponent(folder.name)}/Films?action=copy` +
        `&destination=${encodeURIComponent(`/${encodeURIComponent(folder.name)}/Copy`)}`,
    )
  ).expect(200)
  await files.open(folder.path)
  const row = files.tray.getByRole('listitem').filter({ hasText: 'Films' })
  await expect(row).toContainText('25 % · 512 B of 2.00 KB')
  server.tell({ state: 'failed', error: 'noRoom', canCancel: false })
  await expect(row).toContainText('Failed.')
  await expect(row).toContainText('storage space')
  await row.getByRole('button', { name: 'Dismiss Films' }).click()
  await expect(files.tray).toBeHidden()
})

test('a copy is cancelled from the tray, and nothing of it stays', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/Big/a.txt`, 'x')
  let isCancelled = false
  await withoutSocket(page)
  await page.route('**/api/operations/*', async (route) => {
    if (route.request().method() === 'DELETE') {
      isCancelled = true
      return route.fulfill({ status: 204 })
    }
    const response = await route.fetch()
    const record = (await response.json()) as OperationRecord
    await route.fulfill({
      response,
      json: {
        ...record,
        state: isCancelled ? 'undone' : 'copying',
        canCancel: !isCancelled,
        itemsTotal: 0,
        itemsDone: 0,
      },
    })
  })
  await page.route('**/api/operations', (route) => route.fulfill({ json: { items: [] } }))
  await files.open(folder.path)
  await files.row('Big').click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(files.tray.getByText('Counting…')).toBeVisible()
  await files.tray.getByRole('button', { name: 'Cancel Big' }).click()
  await expect(files.tray).toBeHidden()
  await expect(files.toast(/^Copied/)).toBeHidden()
  expect(isCancelled).toBe(true)
})

test('the older version of an uploaded file is in the trash, and is restored to the top', async ({
  page,
  files,
  folder,
  person,
}) => {
  const name = `budget ${folder.name}.txt`
  await putFile(person, `${folder.path}/${name}`, 'first')
  await putFile(person, `${folder.path}/${name}`, 'the second')
  await page.goto('trash')
  const row = files.row(name)
  await expect(row).toContainText('older version')
  await expect(row).toContainText(`Home › ${folder.name}`)
  await expect(row).toContainText('5 B')
  await row.hover()
  await row.getByRole('button', { name: /^Restore budget/ }).click()
  await expect(files.toast(/^Restored “budget/)).toBeVisible()
  expect((await person.get(`/api/raw/${encodeURIComponent(folder.name)}/${encodeURIComponent(name)}`)).text).toBe(
    'first',
  )
  // The version that it replaced can be restored in turn.
  await expect(row).toContainText('10 B')
})

test('a file that has changed since then is restored only on request', async ({ page, files, folder, person, s3 }) => {
  const name = `plan ${folder.name}.txt`
  for (const text of ['first', 'the second']) await putFile(person, `${folder.path}/${name}`, text)
  await page.goto('trash')
  const row = files.row(name).filter({ hasText: '5 B' })
  await expect(row).toBeVisible()
  await s3.put(folder.bucket, `${folder.prefix}${name}`, 'by another tool')
  await row.hover()
  await row.getByRole('button', { name: /^Restore plan/ }).click()
  await expect(files.toast(/has changed since then/)).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Restore anyway' }).click()
  await expect(files.toast(/^Restored “plan/)).toBeVisible()
  expect((await person.get(`/api/raw/${encodeURIComponent(folder.name)}/${encodeURIComponent(name)}`)).text).toBe(
    'first',
  )
})

test('several things deleted in one action are one row: browsed, and restored together', async ({
  page,
  files,
  folder,
  person,
}) => {
  for (const name of ['a.txt', 'b.txt', 'dir/c.txt']) await putFile(person, `${folder.path}/${name}`, 'x')
  await files.open(folder.path)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(files.toast('Moved 3 items to the trash')).toBeVisible()
  await page.getByRole('link', { name: 'Trash' }).click()
  const row = page.getByRole('row', { name: /and 2 more/ }).filter({ hasText: `Home › ${folder.name}` })
  await expect(row).toContainText('3 items')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => files.names()).toEqual(['dir', 'a.txt', 'b.txt'])
  await page.getByRole('button', { name: 'Restore all' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
  await files.open(folder.path)
  await expect.poll(() => files.names()).toEqual(['dir', 'a.txt', 'b.txt'])
})
