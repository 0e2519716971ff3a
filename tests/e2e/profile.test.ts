// A person's own settings: preferences that save themselves, the password, and the sessions.
import type { SessionList } from '../../backend/contract/session.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { PASSWORD } from '../helpers/client.ts'
import { expect, FilesPage, signIn, test } from './world.ts'

test('a person sets preferences, changes the password, and ends sessions elsewhere', async ({
  browser,
  baseURL,
  site,
}) => {
  test.setTimeout(240_000)
  const ana = await site.makePerson()
  const page = await signIn(browser, baseURL, ana)
  const files = new FilesPage(page)
  const record = async () =>
    (await (await site.adminClient()).get(`/api/users/${ana.id}`)).expect(200).json<UserRecord>()
  const isIn = async (client: typeof ana) => (await client.get('/api/sessions')).status === 200

  // Opened from the avatar's menu. Places for administrators are neither offered nor opened by their address.
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings\/profile$/)
  await expect(page).toHaveTitle(/^Profile · /)
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
    'Profile',
    'Shares',
    'Status',
  ])
  await page.goto('settings/users')
  await expect(page).toHaveURL(/\/403$/)
  await page.goto('settings')
  await page.getByRole('combobox', { name: 'Find a setting' }).fill('single')
  await expect(page.getByRole('option', { name: /^Open with a single click/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'Open with a single click' })).toBeFocused()

  const exact = page.getByRole('switch', { name: 'Exact dates' })
  await exact.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('switch', { name: 'Hide names that start with a dot' }).check()
  await expect(async () =>
    expect(await record()).toMatchObject({ dateFormat: true, hideDotfiles: true, singleClick: false }),
  ).toPass()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  await expect(async () => expect(await record()).toMatchObject({ locale: 'es' })).toPass()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('English')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(async () => expect(await record()).toMatchObject({ locale: 'en' })).toPass()
  await page.reload()
  await expect(exact).toBeChecked()

  // The password: each mistake is explained beside its field.
  const wanted = `${PASSWORD}-anew`
  const other = await site.client().signIn(ana.username, PASSWORD)
  const [current, first, second] = ['Current password', 'New password', 'Repeat password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  )
  if (!current || !first || !second) throw new Error('there are three fields')
  const change = page.getByRole('button', { name: 'Change password' })
  await expect(change).toBeDisabled()
  await current.fill('not the password')
  await first.fill('too short')
  await second.fill('too shor')
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await change.click()
  await expect(page.getByText('Too short. Use at least 12 characters')).toBeVisible()
  await expect(first).toBeFocused()
  await page.getByRole('link', { name: 'Shares' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await first.fill(wanted)
  await expect(page.getByText('Strong', { exact: true })).toBeVisible()
  await second.fill(wanted)
  await expect(page.getByText('The passwords match')).toBeVisible()
  await change.click()
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await expect(current).toBeFocused()
  await current.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(files.toast('Password changed')).toBeVisible()
  expect([await isIn(ana), await isIn(other)]).toEqual([false, false])
  expect(
    (await site.client().post('/api/login', { username: ana.username, password: PASSWORD, recaptcha: '' })).status,
  ).toBe(403)

  // One session is the current one. Another can be ended alone, or all others at once.
  const again = () => site.client().signIn(ana.username, wanted)
  const [one, two, three] = [await again(), await again(), await again()]
  await page.reload()
  const sessions = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(4)
  await expect(sessions.filter({ hasText: 'This session' }).getByRole('button')).toHaveCount(0)
  await expect(sessions.filter({ hasText: 'This session' })).toContainText('Chrome')
  await sessions
    .filter({ hasNotText: 'This session' })
    .first()
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(sessions).toHaveCount(3)
  expect((await Promise.all([one, two, three].map(isIn))).filter(Boolean)).toHaveLength(2)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  expect((await Promise.all([one, two, three].map(isIn))).some(Boolean)).toBe(false)
  const last = await again()
  expect((await last.get('/api/sessions')).json<SessionList>().items).toHaveLength(2)

  // A person whose password is locked has no form to change it.
  ;(
    await (
      await site.adminClient()
    ).put(`/api/users/${ana.id}`, { what: 'user', which: ['lockPassword'], data: { id: ana.id, lockPassword: true } })
  ).expect(200)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Where you are logged in')).toBeVisible()
    await expect(current).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await page.context().close()
})
