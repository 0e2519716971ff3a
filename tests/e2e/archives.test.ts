// Folders and several things at once as one file: the dialog, and what the browser saves.
import { readFile } from 'node:fs/promises'
import { unpackWithTools } from '../helpers/unpack.ts'
import { expect, makeFolder, putFile, test } from './world.ts'

test('a person downloads a folder in a format of choice, and the choice is remembered', async ({
  page,
  files,
  folder,
  person,
}) => {
  await makeFolder(person, `${folder.path}/Album/Empty`)
  await putFile(person, `${folder.path}/Album/a.txt`, 'one')
  await putFile(person, `${folder.path}/b, c.txt`, 'two')
  await files.open(folder.path)

  await files.choose('Album', 'Download')
  await expect(files.dialog.getByRole('heading', { name: 'Download “Album”' })).toBeVisible()
  await expect(files.dialog.getByRole('radio', { name: 'zip' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(files.dialog.getByRole('radio', { name: 'tar', exact: true })).toBeChecked()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const album = await saving
  expect(album.suggestedFilename()).toBe('Album.tar')
  for (const found of Object.values(unpackWithTools(await readFile(await album.path()), 'tar')))
    expect(found).toEqual({ 'Empty/': null, 'a.txt': 'one' })

  await files.row('Album').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+s')
  await expect(files.dialog.getByRole('heading', { name: 'Download 2 items' })).toBeVisible()
  await expect(files.dialog.getByRole('radio', { name: 'tar', exact: true })).toBeChecked()
  const all = page.waitForEvent('download')
  await files.dialog.getByRole('button', { name: 'Download' }).click()
  expect((await all).suggestedFilename()).toBe(`${folder.name}.tar`)
})
