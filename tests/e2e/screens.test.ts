// Commands work only on the screen that shows what they act on.
import { test } from './importer.ts'
import { expect, putFile } from './world.ts'

/** Screens without files: their links, and their titles. Some titles are Spanish in every language. */
const SCREENS = [
  ['Settings', /^Profile|^Settings/],
  ['Trash', /^Trash/],
  ['Calendar', /^Calendario/],
  ['Import torrents', /^Importar torrents/],
  ['Import YouTube', /^Importar YouTube/],
  ['Arcade', /^Emulador GB/],
] as const

test('F2 and Delete on screens without files reach no file', async ({ page, files, folder, person }) => {
  // A different file each time, because two quick clicks on one row open it, even with another screen in between.
  for (const name of [...SCREENS.map(([place]) => place), 'Files'])
    await putFile(person, `${folder.path}/${name}.txt`, name)
  await files.open(folder.path)
  const changes: string[] = []
  page.on('request', (request) => {
    if (['PATCH', 'DELETE', 'POST'].includes(request.method()) && request.url().includes('/api/resources/'))
      changes.push(`${request.method()} ${request.url()}`)
  })
  for (const [place, title] of SCREENS) {
    const name = `${place}.txt`
    await files.row(name).click()
    await expect(files.row(name)).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('link', { name: place, exact: true }).first().click()
    await expect(page).toHaveTitle(title)
    for (const key of ['F2', 'Delete', 'Control+c', 'Control+x', 'Control+a', 'Alt+Shift+n']) {
      await page.keyboard.press(key)
    }
    await expect(files.dialog).toBeHidden()
    await page.goBack()
    await expect(files.row(name)).toBeVisible()
    // A selection that is out of sight is cleared.
    await expect(files.row(name)).toHaveAttribute('aria-selected', 'false')
  }
  expect(changes).toEqual([])
  // Back among the files the keys work again.
  await files.row('Files.txt').click()
  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('textbox')).toHaveValue('Files.txt')
})

test('Ctrl+F in the settings searches settings, and among the files files', async ({ page, files, folder }) => {
  await page.goto('settings/profile')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('combobox', { name: 'Find a setting' })).toBeFocused()
  await expect(page).toHaveURL(/settings\/profile$/)
  await files.open(folder.path)
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('searchbox', { name: 'Search names' })).toBeFocused()
})
