// The focus after a dialog, and ways on from an address that does not exist.
import { expect, makeFolder, putFile, test } from './world.ts'

test('after a dialog for a name, the focus is on the row with that name', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  await files.open(folder.path)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await files.dialog.getByRole('textbox').fill('Made')
  await page.keyboard.press('Enter')
  await expect(files.row('Made')).toBeFocused()
  await page.keyboard.press('F2')
  await files.dialog.getByRole('textbox').fill('Renamed')
  await page.keyboard.press('Enter')
  await expect(files.row('Renamed')).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.press('Escape')
  await expect(files.row('Renamed')).toBeFocused()
})

test('a missing path offers the nearest folder that exists', async ({ page, files, folder, person }) => {
  await makeFolder(person, `${folder.path}/docs`)
  await page.goto(`files${encodeURI(folder.path)}/docs/missing.txt`)
  await page.getByRole('button', { name: 'Go up to docs' }).click()
  await expect(page).toHaveURL(/\/docs\/$/)
  await page.goto(`files${encodeURI(folder.path)}/nothing/at/all/`)
  await page.getByRole('button', { name: `Go up to ${folder.name}` }).click()
  await expect(files.row('docs')).toBeVisible()
})

test('error pages are inside the frame, and the last one tries again', async ({ page }) => {
  await page.goto('files/')
  await page.goto('500')
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/files\/$/)
  await page.goto('403')
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible()
})

test('a recently chosen folder is offered first', async ({ files, folder, person }) => {
  for (const name of ['a.txt', 'b.txt']) await putFile(person, `${folder.path}/${name}`, 'x')
  await makeFolder(person, `${folder.path}/Papers`)
  await files.open(folder.path)
  await files.choose('a.txt', 'Move to…')
  await files.dialog.getByRole('treeitem', { name: 'Papers' }).click()
  await files.dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(files.row('a.txt')).toBeHidden()
  await files.choose('b.txt', 'Move to…')
  const near = files.dialog.getByRole('group', { name: 'Recent folders and favourites' })
  await near.getByRole('button', { name: 'Papers' }).click()
  await files.dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(files.toast('Moved “b.txt” to “Papers”')).toBeVisible()
})
