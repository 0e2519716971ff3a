// Deleted files are restored from the trash, and earlier versions of a file from its info.
import type { Page } from '@playwright/test'
import { type Client, encodePath } from '../helpers/client.ts'
import { expect, makeFolder, putFile, signIn, test } from './world.ts'

async function remove(person: Client, path: string): Promise<void> {
  ;(await person.delete(`/api/resources${encodePath(path)}`)).expect(204)
}

async function textOf(person: Client, path: string): Promise<string> {
  return (await person.get(`/api/raw${encodePath(path)}`)).expect(200).text
}

async function openTrash(page: Page): Promise<void> {
  await page.goto('trash')
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
}

test('a deleted file is restored to its place, and the folder is one click away', async ({
  page,
  files,
  folder,
  person,
}) => {
  const path = `${folder.path}/letter ${folder.name}.txt`
  await putFile(person, path, 'dear')
  await files.open(folder.path)
  await files.row(`letter ${folder.name}.txt`).click()
  await page.keyboard.press('Delete')
  await expect(files.toast(/^Moved .* to the trash$/)).toBeVisible()

  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByText('kept for 30 days')).toBeVisible()
  const row = files.row(`letter ${folder.name}.txt`)
  await expect(row).toContainText(`Home › ${folder.name}`)
  await expect(row).toContainText('in 30 days')
  await row.hover()
  await row.getByRole('button', { name: /^Restore letter/ }).click()
  await expect(row).toBeHidden()
  await expect(files.toast(/^Restored “letter/)).toBeVisible()
  await page.getByRole('button', { name: 'Open folder' }).click()
  await expect(files.row(`letter ${folder.name}.txt`)).toHaveAttribute('aria-selected', 'true')
  expect(await textOf(person, path)).toBe('dear')
})

test('part of a deleted folder is restored by keys alone, the rest stays', async ({ page, files, folder, person }) => {
  const name = `Trip ${folder.name}`
  for (const file of ['a.txt', 'b.txt', 'day/c.txt']) await putFile(person, `${folder.path}/${name}/${file}`, file)
  await remove(person, `${folder.path}/${name}`)
  await openTrash(page)
  await expect(files.row(name)).toContainText('3 items')
  await files.row(name).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect.poll(() => files.names()).toEqual(['day', 'a.txt', 'b.txt'])

  await expect(files.row('day')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(files.row('c.txt')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(files.row('day')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Restore', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(files.toast('Restored “a.txt”')).toBeVisible()
  await expect.poll(() => files.names()).toEqual(['day', 'b.txt'])
  expect(await textOf(person, `${folder.path}/${name}/a.txt`)).toBe('a.txt')

  await page.getByRole('button', { name: 'Restore all' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
  await expect(files.row(name)).toBeHidden()
  expect(await textOf(person, `${folder.path}/${name}/day/c.txt`)).toBe('day/c.txt')
})

test('a newer file keeps its place, and the deleted one goes elsewhere', async ({ page, files, folder, person }) => {
  const name = `plan ${folder.name}.txt`
  await putFile(person, `${folder.path}/${name}`, 'old')
  await remove(person, `${folder.path}/${name}`)
  await putFile(person, `${folder.path}/${name}`, 'new')
  await makeFolder(person, `${folder.path}/Found`)
  await putFile(person, `${folder.path}/Found/${name}`, 'there already')
  await openTrash(page)
  await files.row(name).hover()
  await files
    .row(name)
    .getByRole('button', { name: /^Restore plan/ })
    .click()
  await expect(files.toast(/could not be restored/)).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Restore to…' }).click()
  await expect(files.dialog.getByText(`Originally in Home › ${folder.name}`)).toBeVisible()
  await files.dialog.getByRole('searchbox').fill(folder.name)
  await files.dialog.getByRole('treeitem', { name: folder.name }).click()
  await files.dialog.getByRole('treeitem', { name: folder.name }).getByRole('button').click()
  await files.dialog.getByRole('searchbox').fill('Found')
  await files.dialog.getByRole('treeitem', { name: 'Found' }).click()
  await files.dialog.getByRole('button', { name: 'Restore here' }).click()
  await expect(files.dialog.getByRole('heading', { name: `“${name}” already exists` })).toBeVisible()
  await files.dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect(files.toast(/^Restored “plan .* to “Found”$/)).toBeVisible()
  expect(await textOf(person, `${folder.path}/${name}`)).toBe('new')
  expect(await textOf(person, `${folder.path}/Found/plan ${folder.name}(1).txt`)).toBe('old')
})

test('a deleted file is purged only after a question', async ({ page, files, folder, person }) => {
  const name = `secret ${folder.name}.txt`
  await putFile(person, `${folder.path}/${name}`, 'x')
  await remove(person, `${folder.path}/${name}`)
  await openTrash(page)
  await files.row(name).click()
  await page.keyboard.press('Delete')
  await expect(files.dialog.getByRole('heading', { name: `Delete “${name}” for good?` })).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(files.row(name)).toBeVisible()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete for good' }).click()
  await files.dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(files.toast(`Deleted “${name}” for good`)).toBeVisible()
  await expect(files.row(name)).toBeHidden()

  await putFile(person, `${folder.path}/${name}`, 'x')
  await remove(person, `${folder.path}/${name}`)
  await openTrash(page)
  await page.getByRole('button', { name: 'Empty trash', exact: true }).click()
  await files.dialog.getByRole('button', { name: 'Empty trash' }).click()
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await expect(page.getByText('What you delete or replace stays here for 30 days')).toBeVisible()
})

test('the trash shows the newest of many notes, and the others on request', async ({ page, folder, person }) => {
  // The server answers fewer at once than the page asks for, so that a handful is many.
  await page.route(/\/api\/trash(\?|$)/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    return route.continue({ url: url.href })
  })
  for (let index = 0; index < 5; index += 1) {
    await putFile(person, `${folder.path}/many-${index}.txt`, 'x')
    await remove(person, `${folder.path}/many-${index}.txt`)
  }
  await openTrash(page)
  const more = page.getByRole('button', { name: 'Show more' })
  const rows = page.getByRole('grid', { name: 'Trash' })
  await more.scrollIntoViewIfNeeded()
  const before = Number(await rows.getAttribute('aria-rowcount'))
  await more.click()
  await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount'))).toBeGreaterThan(before)
})

test('an address that leads to nothing in the trash says so, and offers a way on', async ({ page }) => {
  await page.goto('trash/no-such-note/')
  await expect(page.getByText('This is no longer in the trash')).toBeVisible()
  await page.getByRole('button', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
})

test('an older version is downloaded, restored, and that is undone', async ({ page, files, folder, person }) => {
  const path = `${folder.path}/budget.txt`
  await putFile(person, path, 'first')
  await putFile(person, path, 'the second')
  await files.open(folder.path)
  await files.row('budget.txt').click()
  await page.keyboard.press('Alt+i')
  const info = page.getByRole('complementary', { name: 'Info' })
  await expect(info.getByRole('listitem')).toHaveCount(2)
  const older = info.getByRole('listitem').nth(1)
  await expect(older).toContainText('5 B')
  const download = page.waitForEvent('download')
  await older.getByRole('link', { name: /^Download the version/ }).click()
  expect((await download).suggestedFilename()).toBe('budget.txt')

  await older.getByRole('button', { name: /^Restore the version/ }).click()
  await expect(files.toast(/^Restored “budget.txt” to the version of/)).toBeVisible()
  await expect(files.row('budget.txt')).toContainText('5 B')
  expect(await textOf(person, path)).toBe('first')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files.row('budget.txt')).toContainText('10 B')
  expect(await textOf(person, path)).toBe('the second')
})

test('everybody sees what was deleted from the shared folder, and may restore it only with permission', async ({
  browser,
  baseURL,
  site,
}) => {
  const [leo, guest] = await Promise.all([
    site.makePerson(),
    site.makePerson({ perm: { create: false, delete: false } }),
  ])
  const name = `menu ${leo.username}.txt`
  await putFile(leo, `/Shared/${name}`, 'soup')
  await remove(leo, `/Shared/${name}`)
  const page = await signIn(browser, baseURL, guest)
  await page.getByRole('link', { name: 'Trash' }).click()
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row).toContainText(`Home › Shared · Deleted by ${leo.username}`)
  await row.hover()
  await expect(row.getByRole('button', { name: /^Restore/ })).toBeHidden()
  await row.click()
  await expect(page.getByText('1 selected')).toBeVisible()
  for (const command of ['Restore', 'Restore to…', 'Delete for good', 'Restore all', 'Empty trash'])
    await expect(page.getByRole('button', { name: command, exact: true })).toBeHidden()
  await page.context().close()
})

test('without versions in the storage there is no trash, and the page says why', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/a.txt`, 'x')
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replace(/"RetentionDays":\d+/, '"RetentionDays":-1'),
    })
  })
  await openTrash(page)
  await expect(page.getByText('This storage keeps no older versions')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Trash' })).toBeHidden()
  await files.open(folder.path)
  await files.row('a.txt').click()
  await page.keyboard.press('Alt+i')
  await expect(page.getByRole('complementary', { name: 'Info' })).toContainText('Checksums')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeHidden()
})
