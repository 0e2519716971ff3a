// A page that loses its connection: folders it has seen can still be read, what is impossible says why, and everything
// recovers by itself.
import { expect, putFile, test } from './world.ts'

test('seen folders stay readable, and everything recovers when the connection is back', async ({
  context,
  page,
  files,
  folder,
  person,
}) => {
  await putFile(person, `${folder.path}/Trip/boat.txt`, 'x')
  await putFile(person, `${folder.path}/list.txt`, 'x')
  await files.open(`${folder.path}/Trip`)
  await expect(files.row('boat.txt')).toBeVisible()
  await files.open(folder.path)
  await files.row('Trip').dblclick()
  await expect(files.row('boat.txt')).toBeVisible()
  await page.goBack()
  await expect(files.row('list.txt')).toBeVisible()

  await context.setOffline(true)
  const note = page.getByText(/You are offline/)
  await expect(note).toBeVisible()
  await files.row('Trip').dblclick()
  await expect(files.row('boat.txt')).toBeVisible()
  await expect(page.getByText(/Last seen: Today/)).toBeVisible()

  await files.row('boat.txt').click()
  await page.keyboard.press('Delete')
  await expect(files.toast(/No connection/)).toBeVisible()
  await expect(files.row('boat.txt')).toBeVisible()

  await putFile(person, `${folder.path}/Trip/later.txt`, 'x')
  await context.setOffline(false)
  await expect(note).toBeHidden()
  await expect(files.row('later.txt')).toBeVisible()
})

test('settings that are opened without a connection load when it is back', async ({ context, page, files }) => {
  await files.open('/')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Theme', { exact: true })).toBeVisible()
})
