// The palette: opened by its key, with letters that were typed before it had loaded, by arrows and Enter, and with the
// pointer.
import { expect, makeFolder, putFile, test } from './world.ts'

test('the palette finds commands, settings and files, and remembers what was used', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/Pumpkin soup.txt`, 'soup')
  await files.open(folder.path)
  // Typed at once, before the palette can have been fetched. No letter is lost.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new fold')
  const palette = page.getByRole('dialog', { name: 'Search files, places and commands' })
  const field = palette.getByRole('combobox')
  await expect(field).toHaveValue('new fold')
  await expect(palette.getByRole('option').first()).toContainText('New folder')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(files.dialog.getByRole('heading', { name: 'New folder' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files.dialog).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recently used' }).getByRole('option')).toContainText('New folder')
  await field.fill('pumpkin')
  const hit = palette.getByRole('option', { name: /Pumpkin soup\.txt/ })
  await expect(hit).toBeVisible()
  await expect(hit).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Control+Enter')
  await expect(files.row('Pumpkin soup.txt')).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Control+k')
  await field.fill('language')
  await palette.getByRole('option', { name: /Language/ }).click()
  await expect(page).toHaveURL(/settings\/profile/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('no letter is lost while the palette takes the focus, however slow the browser', async ({
  page,
  files,
  folder,
}) => {
  const field = page.getByRole('dialog', { name: 'Search files, places and commands' }).getByRole('combobox')
  const devtools = await page.context().newCDPSession(page)
  const alphabet = 'abcdefghijklmnopqrstuvwxyz'
  for (let times = 0; times < 3; times++) {
    await files.open(folder.path)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.keyboard.press('Control+k')
    await page.keyboard.type(alphabet, { delay: 8 })
    await expect(field).toHaveValue(alphabet)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
})

test('Ctrl+Z undoes step by step, even after the toasts have gone, and refuses what has been changed since', async ({
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/a.txt`, 'a')
  await makeFolder(person, `${folder.path}/Papers`)
  await files.open(folder.path)
  const dismiss = async () => {
    const shown = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' })
    await shown.first().click()
    await expect(shown).toHaveCount(0)
  }
  await files.row('a.txt').click()
  await page.keyboard.press('Control+c')
  await dismiss()
  await page.keyboard.press('Control+v')
  await expect(files.row('a(1).txt')).toBeVisible()
  await dismiss()
  await files.row('a.txt').click()
  await page.keyboard.press('F2')
  await files.dialog.getByRole('textbox').fill('b.txt')
  await page.keyboard.press('Enter')
  await expect(files.row('b.txt')).toBeFocused()
  await dismiss()
  await files.row('b.txt').click()
  await page.keyboard.press('Delete')
  await expect(files.toast('Moved “b.txt” to the trash')).toBeVisible()
  await dismiss()
  await page.keyboard.press('?')
  await expect(files.dialog.getByText('Moved “b.txt” to the trash')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(files.dialog).toBeHidden()

  await page.keyboard.press('Control+z')
  await expect(files.row('b.txt')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(files.row('a.txt')).toBeVisible()
  await expect(files.row('b.txt')).toBeHidden()
  // Meanwhile somebody has changed the copy.
  await putFile(person, `${folder.path}/a(1).txt`, 'changed by somebody')
  await page.keyboard.press('Control+z')
  await expect(files.toast('This can no longer be undone: it has been changed or moved since.')).toBeVisible()
  await expect(files.row('a(1).txt')).toBeVisible()
})
