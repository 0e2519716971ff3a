// The editor: texts are written in, saved as they were laid out, and never lost.
import type { Page } from '@playwright/test'
import { encodePath } from '../helpers/client.ts'
import { expect, putFile, test } from './world.ts'

const text = (page: Page) => page.locator('.cm-content')
const save = (page: Page) => page.getByRole('button', { name: /^Save/ })

test('a text is written, saved as it was laid out, and closed', async ({ page, files, folder, person }) => {
  const path = `${folder.path}/café.conf`
  await putFile(person, path, Buffer.from('# caf\u00e9\r\nport = 80\r\n', 'latin1'))
  await files.open(folder.path)
  await files.row('café.conf').dblclick()
  await expect(text(page)).toBeFocused()
  await expect(page.getByText('Windows-1252')).toBeVisible()
  await expect(page.getByText('CRLF')).toBeVisible()
  await expect(save(page)).toBeDisabled()

  await page.keyboard.press('Control+End')
  await page.keyboard.type('host = naïve')
  await expect(page.getByRole('img', { name: 'Not saved yet' })).toBeVisible()
  await expect(page).toHaveTitle(/^● café\.conf/)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('img', { name: 'Not saved yet' })).toBeHidden()
  await expect(page).toHaveTitle(/^café\.conf/)
  const saved = (await person.get(`/api/raw${encodePath(path)}`)).expect(200)
  expect(saved.body.toString('latin1')).toBe('# café\r\nport = 80\r\nhost = naïve')

  // The page's own keys are the text's here: a letter, Delete, Ctrl+A.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('i/?')
  await expect(text(page)).toHaveText('i/?')
  await expect(async () => {
    await page.keyboard.press('Control+z')
    await expect(text(page)).toContainText('host = naïve', { timeout: 100 })
  }).toPass()
  await expect(page.getByRole('img', { name: 'Not saved yet' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Press Tab to leave the text')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`${encodePath(folder.path)}/$`))
  await expect(files.row('café.conf')).toBeFocused()
})

test('what is not saved is asked about before it goes', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/list.txt`, 'milk\n')
  await files.open(folder.path)
  await files.row('list.txt').dblclick()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('bread, ')
  await page.getByRole('button', { name: 'Back to the folder (Esc)' }).click()
  await expect(files.dialog).toContainText('Discard your changes?')
  await files.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(text(page)).toHaveText('bread, milk')
  await page.goBack()
  await expect(files.dialog).toContainText('Discard your changes?')
  await files.dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(files.row('list.txt')).toBeFocused()
  expect((await person.get(`/api/raw${encodePath(`${folder.path}/list.txt`)}`)).text).toBe('milk\n')
})

test('a new file is open at once', async ({ page, files, folder, person }) => {
  await files.open(folder.path)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New file' }).click()
  await files.dialog.getByRole('textbox').fill('todo.md')
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('# To do')
  await save(page).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await person.get(`/api/raw${encodePath(`${folder.path}/todo.md`)}`)).text).toBe('# To do')

  // What has a form that is easier to read is shown in it first.
  await page.getByRole('button', { name: 'Back to the folder (Esc)' }).click()
  await files.row('todo.md').dblclick()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(text(page)).toHaveText('# To do')
})

test('what somebody else saved meanwhile is not overwritten unasked', async ({ page, files, folder, person }) => {
  const path = `${folder.path}/shared.txt`
  await putFile(person, path, 'one\n')
  await files.open(folder.path)
  await files.row('shared.txt').dblclick()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('mine ')
  await putFile(person, path, 'theirs\n')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('This file was changed while you were writing')).toBeVisible()
  await expect(text(page)).toHaveText('mine one')
  expect((await person.get(`/api/raw${encodePath(path)}`)).text).toBe('theirs\n')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await person.get(`/api/raw${encodePath(path)}`)).text).toBe('mine one\n')

  // Where it is gone, it is saved again.
  await text(page).click()
  await page.keyboard.type('! ')
  ;(await person.delete(`/api/resources${encodePath(path)}`)).expect(204)
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Save it again' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await person.get(`/api/raw${encodePath(path)}`)).text).toContain('! ')
})

test('what is no text, or too much of it, says so', async ({ page, files, folder, person }) => {
  await putFile(person, `${folder.path}/a.txt`, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 0xff, 0xfe]))
  await putFile(person, `${folder.path}/big.log`, Buffer.alloc(22 * 1024 * 1024, 'line of text\n'))
  await files.open(folder.path)
  await files.row('a.txt').dblclick()
  await expect(page.getByRole('heading', { name: 'This file is not a text' })).toBeVisible()
  await page.keyboard.press('Escape')
  await files.row('big.log').dblclick()
  await expect(page.getByRole('heading', { name: 'This file is too large to edit here' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'big.log')
})
