// Renaming many items, and other commands for a selection.
import { expect, makeFolder, putFile, test } from './world.ts'

test('several items are renamed by a rule with a preview, and the undo restores the old names', async ({
  page,
  files,
  folder,
  person,
}) => {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'Lake 2.jpg']) await putFile(person, `${folder.path}/${name}`, name)
  await files.open(folder.path)
  await files.row('a.jpg').click()
  for (const name of ['b.jpg', 'c.jpg']) await files.row(name).click({ modifiers: ['Control'] })
  await page.keyboard.press('F2')
  await expect(files.dialog.getByRole('heading', { name: 'Rename 3 items' })).toBeVisible()
  const names = files.dialog.getByRole('list', { name: 'New names' }).locator('.new .name')
  const rename = files.dialog.getByRole('button', { name: 'Rename', exact: true })
  await expect(rename).toBeDisabled()
  await files.dialog.getByRole('textbox', { name: 'New name' }).fill('Lake ')
  await files.dialog.getByRole('button', { name: 'Number' }).click()
  await expect(names).toHaveText(['Lake 1.jpg', 'Lake 2.jpg', 'Lake 3.jpg'])
  await expect(files.dialog.getByText('1 name cannot be used')).toBeVisible()
  await expect(rename).toBeDisabled()
  await files.dialog.getByRole('checkbox', { name: 'Add a number if a name is taken' }).check()
  await expect(names).toHaveText(['Lake 1.jpg', 'Lake 2(1).jpg', 'Lake 3.jpg'])
  await files.dialog.getByRole('spinbutton', { name: 'Start at' }).fill('3')
  await expect(names).toHaveText(['Lake 3.jpg', 'Lake 4.jpg', 'Lake 5.jpg'])
  await rename.click()
  for (const name of ['Lake 3.jpg', 'Lake 4.jpg', 'Lake 5.jpg'])
    await expect(files.row(name)).toHaveAttribute('aria-selected', 'true')

  // Each takes the name of another one. No file is lost on the way.
  await page.keyboard.press('F2')
  await files.dialog.getByRole('button', { name: 'Search and replace' }).click()
  await files.dialog.getByRole('textbox', { name: 'Search for' }).fill('Lake ?')
  await files.dialog.getByRole('textbox', { name: 'Replace with' }).fill('Pond')
  await files.dialog.getByRole('checkbox', { name: 'Add a number if a name is taken' }).check()
  await expect(names).toHaveText(['Pond.jpg', 'Pond(1).jpg', 'Pond(2).jpg'])
  await rename.click()
  await expect(files.row('Pond(2).jpg')).toBeVisible()
  await files.toast('Renamed 3 items').first().hover()
  await page.keyboard.press('Control+z')
  await expect(files.row('Lake 5.jpg')).toBeVisible()
  await expect(files.row('Pond.jpg')).toHaveCount(0)
})

test('a selection is duplicated, moved into a new folder, and its paths are copied; a cut can be cancelled', async ({
  page,
  files,
  folder,
  person,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const name of ['lake.jpg', 'lake(1).jpg', 'pond.jpg']) await putFile(person, `${folder.path}/${name}`, name)
  await files.open(folder.path)
  await files.row('lake(1).jpg').click()
  await page.keyboard.press('Control+d')
  await expect(files.row('lake(2).jpg')).toHaveAttribute('aria-selected', 'true')
  await expect(files.row('lake(1).jpg')).toHaveAttribute('aria-selected', 'false')

  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(files.row('lake(3).jpg')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Control+v')
  await expect(files.row('lake(3).jpg')).toHaveClass(/is-cut/)
  await makeFolder(person, `${folder.path}/To`)
  await files.row('To').dblclick()
  await expect(page.getByText('This folder is waiting for its first file.')).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect(files.row('lake(3).jpg')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Backspace')

  await files.row('lake(1).jpg').click()
  await files.row('lake(2).jpg').click({ modifiers: ['Control'] })
  await files.row('lake(2).jpg').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy path' }).click()
  await expect(page.getByText('2 paths copied').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${folder.path}/lake(1).jpg\n${folder.path}/lake(2).jpg`,
  )
  await files.row('lake(2).jpg').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'New folder with selection' }).click()
  await files.dialog.getByRole('textbox').fill('Lakes')
  await page.keyboard.press('Enter')
  await files.toast('Moved 2 items to “Lakes”').hover()
  await expect(files.row('Lakes')).toHaveAttribute('aria-selected', 'true')
  await expect(files.row('lake(1).jpg')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(files.row('lake(1).jpg')).toBeVisible()
  await expect(files.row('Lakes')).toHaveCount(0)
})

test('a browser that refuses the clipboard is not said to have copied', async ({ page, files, folder, person }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.assign(navigator.clipboard, { write: refuse, writeText: refuse })
  })
  const refused = files.toast('Permission denied! Select the text and copy it yourself.')
  await putFile(person, `${folder.path}/lake.jpg`, 'lake')
  await files.open(folder.path)
  await files.row('lake.jpg').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy path' }).click()
  await expect(refused).toBeVisible()
  await expect(files.toast('Path copied')).toHaveCount(0)
  await files.choose('lake.jpg', 'Share')
  await files.dialog.getByRole('button', { name: 'Generate password' }).click()
  await expect(refused).toHaveCount(2)
  await expect(files.toast('Password copied')).toHaveCount(0)
  // The link is there, and can be selected.
  await files.dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(files.dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(refused).toHaveCount(3)
  await expect(files.toast('Link copied')).toHaveCount(0)
})
