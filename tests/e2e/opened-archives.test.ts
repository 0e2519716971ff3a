// Archives open like folders.
import { execFileSync } from 'node:child_process'
import { compressFrameSync } from 'lz4-napi'
import { encodePath } from '../helpers/client.ts'
import { PLAIN_7Z } from '../helpers/packed-7z.ts'
import { pack } from '../helpers/packed-zip.ts'
import { expect, putFile, test } from './world.ts'

test('an archive opens like a folder, and a file in it on the stage', async ({ page, files, folder, person }) => {
  const zip = pack([
    { name: 'letter.txt', body: 'dear' },
    { name: 'year/january.txt', body: 'snow' },
    { name: 'locked.txt', body: 'x', flags: 0x801 },
    { name: '../astray.txt', body: 'x' },
  ])
  await putFile(person, `${folder.path}/old.zip`, zip)
  await files.open(folder.path)
  await files.row('old.zip').dblclick()
  await expect(page.getByRole('heading', { name: 'old.zip' })).toBeVisible()
  await expect.poll(() => files.names()).toEqual(['year', 'letter.txt', 'locked.txt'])
  await expect(page.getByText('3 files in the archive (9 B) · 1 left out')).toBeVisible()
  await expect(files.row('locked.txt')).toHaveAccessibleName(/This file is encrypted/)

  await files.row('letter.txt').dblclick()
  await expect(page.getByText('dear')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files.row('letter.txt')).toBeFocused()

  await files.row('year').dblclick()
  await expect.poll(() => files.names()).toEqual(['january.txt'])
  const saved = page.waitForEvent('download')
  await files.row('january.txt').click()
  await page.keyboard.press('Control+s')
  expect((await saved).suggestedFilename()).toBe('january.txt')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await expect(files.row('year')).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(files.row('old.zip')).toBeFocused()
})

test('a 7z and a packed tar open in the same way', async ({ page, files, folder, person }) => {
  const tar = execFileSync('tar', ['-C', import.meta.dirname, '-cf', '-', 'world.ts'])
  await putFile(person, `${folder.path}/old.7z`, PLAIN_7Z)
  await putFile(person, `${folder.path}/old.tar.lz4`, compressFrameSync(tar))
  await files.open(folder.path)
  await files.row('old.7z').dblclick()
  await files.row('d').dblclick()
  await expect.poll(() => files.names()).toEqual(['empty', 'é 😀.txt'])
  await page.keyboard.press('Backspace')
  await files.row('a.txt').dblclick()
  await expect(page.getByText('hello hello')).toBeVisible()

  await files.open(folder.path)
  await files.row('old.tar.lz4').dblclick()
  await expect.poll(() => files.names()).toEqual(['world.ts'])
  await page.getByRole('button', { name: 'Extract here' }).click()
  await expect(files.toast('Extracted to “old”')).toBeVisible()
})

test('a broken archive says so', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/broken.zip`, 'no zip')
  await files.open(folder.path)
  await files.row('broken.zip').dblclick()
  await expect(page.getByText('This archive cannot be opened')).toBeVisible()
  await page.getByRole('button', { name: 'Go to its folder' }).click()
  await expect(files.row('broken.zip')).toBeVisible()
})

test('an archive is extracted beside itself, and that can be undone', async ({ page, files, folder, person }) => {
  const zip = pack([
    { name: 'letter.txt', body: 'dear' },
    { name: 'year/january.txt', body: 'snow' },
    { name: 'locked.txt', body: 'x', flags: 0x801 },
  ])
  await putFile(person, `${folder.path}/old.zip`, zip)
  await page.goto(`archive${encodePath(folder.path)}/old.zip`)
  await expect.poll(() => files.names()).toEqual(['year', 'letter.txt', 'locked.txt'])
  await page.getByRole('button', { name: 'Extract here' }).click()
  await expect(files.toast('Extracted to “old”, except for an entry')).toBeVisible()
  expect((await person.get(`/api/raw${encodePath(folder.path)}/old/year/january.txt`)).expect(200).text).toBe('snow')
  await page.keyboard.press('Control+z')
  await expect(files.toast('Action undone')).toBeVisible()
  ;(await person.get(`/api/resources${encodePath(folder.path)}/old/`)).expect(404)

  // One of its files, to a folder that the person chooses.
  await files.choose('letter.txt', 'Extract to…')
  await expect(files.dialog.getByRole('heading', { name: 'Extract “old.zip”' })).toBeVisible()
  await files.dialog.getByRole('button', { name: 'Extract here' }).click()
  await expect(files.toast('Extracted to “letter.txt”')).toBeVisible()
})

test('selected items become an archive beside them', async ({ page, files, folder, person }) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await putFile(person, `${folder.path}/${name}`, name)
  await files.open(folder.path)
  await files.row('a.txt').click()
  await files.row('b.txt').click({ modifiers: ['Shift'] })
  await files.choose('b.txt', 'Compress…')
  await expect(files.dialog.getByRole('heading', { name: 'Compress 2 items' })).toBeVisible()
  await page.keyboard.type('two.tar')
  await page.keyboard.press('Enter')
  await expect(files.row('two.tar.zip')).toBeVisible()
  await files.row('two.tar.zip').dblclick()
  await expect.poll(() => files.names()).toEqual(['a.txt', 'b.txt'])
})
