// Finding things by name: while typing, with keys, here or everywhere, and returning.
import type { Page } from '@playwright/test'
import { expect, makeFolder, putFile, test } from './world.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search names' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Search results' })
const hits = (page: Page) => grid(page).getByRole('row')
const hit = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(`^${name},`) })
const namesOf = (page: Page) => grid(page).locator('.name').allTextContents()

test('results come while typing, with the words marked, and narrow down by kind', async ({
  page,
  files,
  folder,
  person,
}) => {
  await makeFolder(person, `${folder.path}/Soups`)
  for (const name of ['Pumpkin soup.jpg', 'Soups/pumpkin, the slow one.md', 'Heat pump.pdf', 'Ground.txt', '.pump'])
    await putFile(person, `${folder.path}/${name}`, 'x')
  await files.open(folder.path)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'size:>10mb' })).toBeVisible()
  await page.keyboard.type('púMP')
  await expect
    .poll(async () => (await namesOf(page)).toSorted())
    .toEqual(['.pump', 'Heat pump.pdf', 'Pumpkin soup.jpg', 'pumpkin, the slow one.md'])
  await expect(page.getByText(`4 results in ${folder.name}`).first()).toBeVisible()
  await expect
    .poll(async () => (await page.locator('mark').allTextContents()).toSorted())
    .toEqual(['Pump', 'pump', 'pump', 'pump'])
  await expect(page).toHaveURL(/\/\?q=p%C3%BAMP$/)
  await expect(page).toHaveTitle(/Search: púMP/)

  await page.getByRole('button', { name: 'Pictures' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['Pumpkin soup.jpg'])
  await expect(field(page)).toHaveValue('type:image púMP')
  await page.getByRole('button', { name: 'PDF' }).click()
  await expect.poll(async () => (await namesOf(page)).toSorted()).toEqual(['Heat pump.pdf', 'Pumpkin soup.jpg'])
  await page.getByRole('button', { name: 'Pictures' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['Heat pump.pdf'])

  // What others do shows by itself and does not take the focus away.
  const heat = hit(page, 'Heat pump.pdf')
  await heat.focus()
  await putFile(person, `${folder.path}/Soups/Air pump.pdf`, 'x')
  await expect.poll(async () => (await namesOf(page)).toSorted()).toEqual(['Air pump.pdf', 'Heat pump.pdf'])
  await expect(heat).toBeFocused()
  ;(await person.delete(`/api/resources/${encodeURIComponent(folder.name)}/Heat%20pump.pdf`)).expect(204)
  await expect.poll(() => namesOf(page)).toEqual(['Air pump.pdf'])
  await expect(hit(page, 'Air pump.pdf')).toBeFocused()

  await field(page).fill('slow')
  await expect.poll(() => namesOf(page)).toEqual(['pumpkin, the slow one.md'])
  await hits(page).getByRole('link', { name: 'Soups', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Soups' })).toBeVisible()
})

test('results are browsed and opened with keys; Back returns to them, Escape to the unchanged folder', async ({
  page,
  files,
  folder,
  person,
}) => {
  for (let number = 1; number <= 60; number++)
    await putFile(person, `${folder.path}/note ${number}.txt`, `number ${number}`)
  await files.open(folder.path)
  await files.row('note 1.txt').click()
  await page.keyboard.press('End')
  await expect(files.row('note 60.txt')).toHaveAttribute('aria-selected', 'true')
  const scroller = page.locator('main .panel-body').first()
  const top = await scroller.evaluate((element) => element.scrollTop)
  expect(top).toBeGreaterThan(500)

  await page.keyboard.press('Control+f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('note 5')
  await expect(page.getByText(`60 results in ${folder.name}`).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files.row('note 60.txt')).toBeFocused()
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top)
  await page.goForward()
  await expect(page.getByText(`60 results in ${folder.name}`).first()).toBeVisible()
  // Only the rows in view are in the page.
  expect(await hits(page).count()).toBeLessThan(40)
  await field(page).fill('"note 5"')
  await expect(page.getByText(`11 results in ${folder.name}`).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  const second = page.locator('[data-index="1"]').last()
  await expect(second).toBeFocused()
  const name = (await second.locator('.name').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('"note 5"')
  await expect(page.locator('[data-index="1"]').last()).toBeFocused()

  await page.keyboard.press('ArrowDown')
  const third = (await page.locator('[data-index="2"]').last().locator('.name').textContent()) ?? ''
  await page.keyboard.press('Control+Enter')
  await expect(files.row(third)).toHaveAttribute('aria-selected', 'true')
  await expect(files.row(third)).toBeFocused()
  await expect(files.row(third)).toBeInViewport()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(hits(page)).toHaveCount(11)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('main')).toHaveCount(1)
  await expect(files.row(third)).toHaveAttribute('aria-selected', 'true')
  await expect(files.row(third)).toBeFocused()
})

test('a search can leave its folder, has an address, and is remembered', async ({ page, files, folder, person }) => {
  await makeFolder(person, `${folder.path}/Inner`)
  const name = `far-${folder.name.replace(/\W/g, '')}.txt`
  await putFile(person, `${folder.path}/${name}`, 'x')
  await files.open(`${folder.path}/Inner`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('heading', { name: 'No matching names in Inner' })).toBeVisible()
  await page.getByRole('button', { name: 'Search everywhere' }).click()
  await expect.poll(() => namesOf(page)).toEqual([name])
  await expect(page.getByRole('button', { name: 'Everywhere', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(field(page)).toHaveValue(name)
  await expect.poll(() => namesOf(page)).toEqual([name])
  await page.keyboard.press('Enter')
  await expect(hits(page).first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Inner' })).toBeVisible()

  await page.keyboard.press('/')
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No matching names in Inner' })).toBeVisible()
})

test('an invalid filter and an unreachable server are explained in words', async ({ page, files, folder, context }) => {
  await files.open(folder.path)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('size:big')
  await expect(page.getByRole('heading', { name: 'This filter is not valid' })).toBeVisible()
  await context.setOffline(true)
  await field(page).fill('anything')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  // It searches again when the connection is back.
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: /No matching names/ })).toBeVisible()
  await page.keyboard.press('Escape')
  // Until then keys are the field's.
  await expect(field(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: folder.name })).toBeVisible()
  await page.keyboard.press('?')
  await expect(files.dialog.getByText('case:sensitive')).toBeVisible()
  await page.keyboard.press('Escape')

  // From another screen a search starts at the root.
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveURL(/\/files\/\?q=$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
})

test('hits come in a good order, and commands work on them as in a folder', async ({ page, files, folder, person }) => {
  for (const name of ['To', 'Deep']) await makeFolder(person, `${folder.path}/${name}`)
  for (const name of ['note 1.txt', 'note 2.txt', 'Deep/note 12.txt', 'page 12.txt', 'Deep/big note 12.txt'])
    await putFile(person, `${folder.path}/${name}`, 'x')
  await files.open(folder.path)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('note 12')
  await expect
    .poll(() => namesOf(page))
    .toEqual(['note 12.txt', 'big note 12.txt', 'note 1.txt', 'note 2.txt', 'page 12.txt'])
  await expect(hit(page, 'note 12.txt')).toContainText('1 B')

  await hit(page, 'note 12.txt').click()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 selected').first()).toBeVisible()
  await page.getByRole('button', { name: 'Move to…' }).click()
  await files.dialog.getByRole('treeitem', { name: 'To' }).click()
  await files.dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(hit(page, 'note 12.txt')).toContainText('To')
  await expect(hit(page, 'big note 12.txt')).toContainText('To')

  await hit(page, 'note 2.txt').click()
  await page.keyboard.press('F2')
  await files.dialog.getByRole('textbox').fill('note 22.txt')
  await page.keyboard.press('Enter')
  await expect(hit(page, 'note 22.txt')).toBeVisible()
  await expect(hit(page, 'note 2.txt')).toHaveCount(0)

  await hit(page, 'note 1.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(hit(page, 'note 1.txt')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(hit(page, 'note 1.txt')).toBeVisible()

  await page.getByRole('button', { name: 'Size', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Over 10 MB' }).click()
  await expect(field(page)).toHaveValue('note 12 size:>10mb')
  await expect(page.getByRole('heading', { name: /No matching names/ })).toBeVisible()
  await page.getByRole('button', { name: 'Over 10 MB' }).click()
  await page.getByRole('menuitemradio', { name: 'Any size' }).click()
  await page.getByRole('button', { name: 'Last modified' }).click()
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(page.getByRole('heading', { name: /No matching names/ })).toBeVisible()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByRole('menuitemradio', { name: 'Last 12 months' }).click()
  await expect(hits(page)).toHaveCount(5)

  await hit(page, 'big note 12.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Show in folder' }).click()
  await expect(page.getByRole('heading', { name: 'To' })).toBeVisible()
  await expect(files.row('big note 12.txt')).toHaveAttribute('aria-selected', 'true')
})

test('what was found is dragged to a folder in the sidebar', async ({ page, files, folder, person }) => {
  await makeFolder(person, `${folder.path}/Kept`)
  await putFile(person, `${folder.path}/deep/pumpkin.txt`, 'x')
  ;(await person.put(`/api/favourites/${encodeURIComponent(folder.name)}/Kept`)).expect(204)
  await files.open(folder.path)
  await page.keyboard.press('/')
  await page.keyboard.type('pumpkin')
  const link = page.getByRole('list', { name: 'Favourites' }).getByRole('link', { name: 'Kept' })
  await hit(page, 'pumpkin.txt').locator('.name').dragTo(link)
  await expect(files.toast('Moved “pumpkin.txt” to “Kept”')).toBeVisible()
  await expect(hit(page, 'pumpkin.txt').getByRole('link', { name: 'Kept' })).toBeVisible()
})
