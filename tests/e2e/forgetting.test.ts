// What one person saw and did is not visible to the next person at the same browser.
import { encodePath } from '../helpers/client.ts'
import { expect, FilesPage, putFile, signIn, test } from './world.ts'

test('a person who signs in after somebody else sees nothing of theirs', async ({ browser, baseURL, site }) => {
  const [first, second] = [await site.makePerson(), await site.makePerson()]
  await putFile(first, '/gone secret.txt', 'a')
  await putFile(first, '/kept secret.txt', 'b')
  await putFile(second, '/mine.txt', 'c')
  const page = await signIn(browser, baseURL, first)
  const files = new FilesPage(page)
  // A toast with an undo, a clipboard, a selection, and a request that is still under way.
  await files.row('gone secret.txt').click()
  await page.keyboard.press('Delete')
  await expect(files.toast(/gone secret\.txt/)).toBeVisible()
  await files.row('kept secret.txt').click()
  await page.keyboard.press('Control+c')
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**/api/resources${encodePath('/kept secret.txt')}`, async (route) => {
    await isHeld
    await route.continue()
  })
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: `Account of ${first.username}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('Username').fill(second.username)
  await page.getByLabel('Password', { exact: true }).fill(second.password)
  await page.keyboard.press('Enter')
  await expect(files.row('mine.txt')).toBeVisible()
  letGo()
  await files.row('mine.txt').click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+v')
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible()
  await expect(page.getByText(/secret/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notifications' }).locator('.toast')).toHaveCount(0)
  await expect(files.dialog).toHaveCount(0)
  await page.context().close()
})
