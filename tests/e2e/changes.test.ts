// Browsing, sorting, naming, moving, copying, deleting: with the mouse, and undone from the toast.
import type { OperationList } from '../../backend/contract/operations.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { expect, makeFolder, putFile, test } from './world.ts'

/** Enough files that copying them takes longer than a person needs to press a button. */
const LARGE = 2_000

test('files are sorted by name, size and date', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/b 10.txt`, 'x', Date.UTC(2026, 2, 3))
  await putFile(person, `${folder.path}/B 9.txt`, 'xxx', Date.UTC(2026, 2, 1))
  await putFile(person, `${folder.path}/a.txt`, 'xx', Date.UTC(2026, 2, 2))
  await makeFolder(person, `${folder.path}/Zoo`)
  await files.open(folder.path)
  await expect.poll(() => files.names()).toEqual(['Zoo', 'a.txt', 'B 9.txt', 'b 10.txt'])
  await page.getByRole('columnheader', { name: /Size/ }).getByRole('button').click()
  await expect.poll(() => files.names()).toEqual(['Zoo', 'B 9.txt', 'a.txt', 'b 10.txt'])
  await page
    .getByRole('columnheader', { name: /Last modified/ })
    .getByRole('button')
    .click()
  await expect.poll(() => files.names()).toEqual(['Zoo', 'b 10.txt', 'a.txt', 'B 9.txt'])
})

test('a folder is made and renamed, and the rename is undone', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/taken`, 'x')
  await files.open(folder.path)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const name = files.dialog.getByRole('textbox')
  await name.fill('taken')
  await expect(files.dialog.getByText('An item with that name already exists')).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
  await name.fill('  Recipes 50 % + more ')
  await page.keyboard.press('Enter')
  await expect(files.row('Recipes 50 % + more')).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('textbox')).toHaveValue('Recipes 50 % + more')
  await files.dialog.getByRole('textbox').fill('Kitchen')
  await page.keyboard.press('Enter')
  await expect(files.row('Kitchen')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files.row('Recipes 50 % + more')).toBeVisible()
  await expect(files.row('Kitchen')).toBeHidden()
})

test('a large folder is under its old name at once when its rename is undone', async ({
  page,
  files,
  folder,
  person,
}) => {
  const paths = Array.from({ length: LARGE }, (_, index) => `${folder.path}/Large/${index}.txt`)
  await mapParallel(paths, 16, (path) => putFile(person, path, 'x'))
  await files.open(folder.path)
  await files.row('Large').click()
  await page.keyboard.press('F2')
  await files.dialog.getByRole('textbox').fill('Huge')
  await page.keyboard.press('Enter')
  await expect(files.row('Huge')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files.row('Large')).toBeVisible()
  await expect(files.row('Huge')).toBeHidden()
  // What the index sums up of it is whole again in a moment, and the page is told.
  await expect(files.row('Large')).toContainText('1.95 KB')
  // It was turned back, which waits for nothing, not moved once more.
  const { items } = (await person.get('/api/operations')).json<OperationList>()
  const own = items.filter(({ source }) => source.startsWith(folder.path))
  expect(own.map(({ source }) => source)).toEqual([`${folder.path}/Large`])
  expect(['undoing', 'undone']).toContain(own[0]?.state)
  const found = (await person.get(`/api/search${encodeURI(folder.path)}/Large?query=txt`)).expect(200).json<unknown[]>()
  expect(found).toHaveLength(LARGE)
})

test('renaming selects the name without its extension', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/photo.old.jpg`, 'x')
  await files.open(folder.path)
  await files.row('photo.old.jpg').click()
  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('picture')
  await page.keyboard.press('Enter')
  await expect(files.row('picture.jpg')).toBeVisible()
})

test('things move to a chosen folder and back', async ({ page, files, folder, person, s3 }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  await putFile(person, `${folder.path}/b.txt`, 'b')
  await makeFolder(person, `${folder.path}/Papers`)
  await files.open(folder.path)
  await files.row('a.txt').click()
  await files.row('b.txt').click({ modifiers: ['Control'] })
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move to…' }).click()
  await expect(files.dialog.getByRole('heading', { name: 'Move 2 items' })).toBeVisible()
  await expect(files.dialog.getByRole('button', { name: 'Move here' })).toBeDisabled()
  await files.dialog.getByRole('treeitem', { name: 'Papers' }).click()
  await files.dialog.getByRole('button', { name: 'New folder' }).click()
  await files.dialog.last().getByRole('textbox').fill('2026')
  await page.keyboard.press('Enter')
  await expect(files.dialog.getByRole('treeitem', { name: '2026' })).toHaveAttribute('aria-selected', 'true')
  await files.dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(files.toast('Moved 2 items to “2026”')).toBeVisible()
  await expect(files.row('a.txt')).toBeHidden()
  expect(
    (await s3.list(folder.bucket, `${folder.prefix}Papers/2026/`))
      .map(({ key }) => key)
      .filter((key) => key.endsWith('.txt')),
  ).toHaveLength(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files.row('a.txt')).toBeVisible()
  await expect(files.row('b.txt')).toBeVisible()
})

test('a copy beside itself gets the next free name', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/list.txt`, 'milk')
  await files.open(folder.path)
  await files.row('list.txt').click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(files.row('list(1).txt')).toBeVisible()
})

test('a deleted folder comes back with everything in it', async ({ page, files, folder, person, s3 }) => {
  await putFile(person, `${folder.path}/Trip/day 1/a.txt`, 'a')
  await putFile(person, `${folder.path}/Trip/b.txt`, 'b')
  await files.open(folder.path)
  await files.row('Trip').click()
  await page.keyboard.press('Delete')
  await expect(files.toast('Moved “Trip” to the trash')).toBeVisible()
  await expect(files.row('Trip')).toBeHidden()
  await expect.poll(async () => (await s3.list(folder.bucket, `${folder.prefix}Trip/`)).length).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files.row('Trip')).toBeVisible()
  expect((await person.get(`/api/raw/${encodeURIComponent(folder.name)}/Trip/day%201/a.txt`)).expect(200).text).toBe(
    'a',
  )
})
