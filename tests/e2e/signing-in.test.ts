import { PASSWORD } from '../helpers/client.ts'
import { expect, test } from './world.ts'

test('a person signs in, at the second try', async ({ browser, baseURL, site }) => {
  const { username } = await site.makePerson()
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  await page.goto('')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  await context.close()
})
