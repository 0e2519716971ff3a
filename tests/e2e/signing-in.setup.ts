import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SIGNED_IN } from '../../playwright.config.ts'
import { PASSWORD } from '../helpers/client.ts'
import { expect, PERSON_FILE, test, type SignedInPerson } from './world.ts'

test('a person signs in', async ({ page, site }) => {
  // A scope that is a bucket's name as it stands, so that another S3 client finds it without asking.
  const name = `e2e${Date.now().toString(36)}`
  const { username, scope } = await site.makePerson({ username: name, scope: `/${name}` })
  await page.goto('')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  await mkdir(path.dirname(SIGNED_IN), { recursive: true })
  await page.context().storageState({ path: SIGNED_IN })
  await writeFile(PERSON_FILE, JSON.stringify({ username, scope, password: PASSWORD } satisfies SignedInPerson))
})
