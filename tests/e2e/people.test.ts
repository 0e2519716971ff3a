// Managing people as an administrator: created, changed, signed out and deleted, as the audit records it.
import { readFile } from 'node:fs/promises'
import type { UserRecord } from '../../backend/contract/users.ts'
import { PASSWORD } from '../helpers/client.ts'
import { until } from '../helpers/until.ts'
import { expect, FilesPage, putFile, signIn, test } from './world.ts'

test('an administrator creates, changes and signs out a person, reads what happened, and deletes them', async ({
  browser,
  baseURL,
  site,
  s3,
}) => {
  test.setTimeout(240_000)
  const admin = await site.adminClient()
  const page = await signIn(browser, baseURL, admin)
  const files = new FilesPage(page)
  const name = `leo ${Date.now().toString(36)}`
  const everybody = async () => (await admin.get('/api/users')).expect(200).json<UserRecord[]>()
  const person = async () => (await everybody()).find(({ username }) => username === name)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(page).toHaveTitle(/^People · /)
  await expect(
    page.getByRole('list', { name: 'People' }).getByRole('link', { name: 'admin', exact: true }),
  ).toBeVisible()

  // Nothing is sent while a field is wrong, and the first such field has the focus.
  await page.getByRole('link', { name: 'New person' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill(' ')
  await page.getByLabel('Quota').fill('a lot')
  await page.getByLabel('Password', { exact: true }).fill('short')
  // With the keyboard alone: a new rule has the focus at once, and the focus follows a rule that moves.
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  await expect(page.locator('input:focus')).toBeVisible()
  await page.keyboard.type('/Second')
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  await expect(page.locator('input:focus')).toBeVisible()
  await page.keyboard.type('/First')
  await page.getByRole('button', { name: 'Move rule 2 up' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move rule 1 down' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Path of rule 1' })).toHaveValue('/First')
  await page.getByRole('button', { name: 'Remove rule 2' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove rule 1' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Kind of rule 1' }).selectOption('Expression')
  await page.getByRole('textbox', { name: 'Expression of rule 1' }).fill('(unfinished')
  await page.getByRole('button', { name: 'Create person' }).click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  for (const words of [
    /^Remove control characters and spaces/,
    /^Use 12 to/,
    /^Enter a size/,
    /^This is not a valid RE2 expression/,
  ])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Scope' })).toBeDisabled()

  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Quota').fill('1.5 GB')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Expression of rule 1' }).fill('^/Private(/|$)')
  await page.getByRole('switch', { name: 'Download' }).uncheck()
  await expect(page.getByRole('switch', { name: 'Share' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Create person' }).click()
  await expect(page.getByText(/^That username or its home folder is already taken/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Username' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(files.toast(`${name} was added to the household`)).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const made = await person()
  expect(made).toMatchObject({
    quota: 1.5 * 1024 ** 3,
    perm: { create: true, download: false, share: false, admin: false },
    rules: [{ regex: true, allow: false, regexp: { raw: '^/Private(/|$)' } }],
  })
  expect(made?.scope).toMatch(/^\/leo/)
  await expect(page).toHaveURL(new RegExp(`/settings/users/${made?.id}$`))

  // Leaving asks about unsaved changes, and they stay.
  await page.getByRole('switch', { name: 'Administrator' }).check()
  await expect(page.getByRole('switch', { name: 'Download' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Download' })).toBeDisabled()
  await page.getByRole('link', { name: 'Audit' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('switch', { name: 'Administrator' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Download' }).check()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await page.getByRole('button', { name: 'Remove rule 1' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await person()).toMatchObject({
    locale: 'es',
    rules: [],
    perm: { download: true, share: false },
    quota: 1.5 * 1024 ** 3,
  })

  const leo = await site.client().signIn(name, PASSWORD)
  await putFile(leo, '/kept.txt', 'for whoever comes after')
  await page.reload()
  await expect(page.getByText(/23 B of 1\.50? GB/)).toBeVisible()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(files.toast('Logged out everywhere else')).toBeVisible()
  await expect(page.getByText('No active sessions.')).toBeVisible()
  expect((await leo.get('/api/resources/')).status).toBe(401)

  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('combobox', { name: 'Who' }).fill(name)
  await page.getByRole('combobox', { name: 'Action' }).selectOption('People and settings: all')
  const rows = page.getByRole('table', { name: 'Audit' }).locator('tbody tr')
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rows).toHaveCount(2, { timeout: 2_000 })
  }).toPass()
  await expect(rows.first()).toContainText('Person changed')
  await expect(rows.first()).toContainText('by admin')
  await expect(rows.last()).toContainText('Person created')
  await expect(page).toHaveURL(/kind=people/)
  for (const [button, line] of [
    ['CSV', /personMade/],
    ['JSON Lines', /"kind":"personMade"/],
  ] as const) {
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: button }).click()
    expect(await readFile(await (await saving).path(), 'utf8')).toMatch(line)
  }
  // Devices are described in words. The original text shows on hover.
  await page.getByRole('combobox', { name: 'Who' }).fill('admin')
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Login')
  await expect(rows.getByText(/^Chrome\b.* on \w+/).first()).toHaveAttribute('title', /^Mozilla\/5\.0 /)
  await page.getByRole('combobox', { name: 'Action' }).selectOption('People and settings: all')
  await page.getByRole('combobox', { name: 'Who' }).fill(`${name} who never was`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(rows.first()).toBeVisible()

  // The files stay unless requested otherwise. They always stay if somebody else's files are in the same place.
  const other = await (await site.adminClient()).makePerson({ scope: made?.scope ?? '' })
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expect(dialog.getByRole('radio', { name: 'Keep them' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Delete them for good' }).check()
  await dialog.getByRole('button', { name: 'Delete person and files' }).click()
  await expect(dialog.getByRole('alert')).toContainText('These files cannot be deleted')
  await dialog.getByRole('radio', { name: 'Keep them' }).check()
  await dialog.getByRole('button', { name: 'Delete person' }).click()
  await expect(files.toast(`${name} was deleted`)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/users$/)
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  expect((await other.get('/api/raw/kept.txt')).expect(200).text).toBe('for whoever comes after')

  await page.getByRole('link', { name: other.username, exact: true }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('radio', { name: 'Delete them for good' }).check()
  await page.getByRole('button', { name: 'Delete person and files' }).click()
  await expect(files.toast(`${other.username} was deleted`)).toBeVisible()
  const bucket = `${site.bucketPrefix}${made?.scope.slice(1)}`
  // An empty bucket is removed as well.
  expect(
    await until(() =>
      s3.list(bucket).then(
        (left) => left.length === 0,
        (error: Error) => error.name === 'NoSuchBucket',
      ),
    ),
  ).toBe(true)
  await page.goto(`settings/users/${other.id}`)
  await expect(page.getByRole('heading', { name: 'This person no longer exists' })).toBeVisible()
  await page.context().close()
})

test('the hours of play are set in the form of a person, both or none', async ({ browser, baseURL, site }) => {
  const [admin, child] = [await site.adminClient(), await site.makePerson()]
  const page = await signIn(browser, baseURL, admin, { locale: 'en-US' })
  const hours = async () =>
    (await admin.get('/api/users'))
      .expect(200)
      .json<UserRecord[]>()
      .find(({ id }) => id === child.id)?.playHours
  await page.goto(`settings/users/${child.id}`)
  const [from, to] = [page.getByLabel('May play from'), page.getByLabel('until', { exact: true })]
  await from.fill('15:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Give two different times, or none.')).toBeVisible()
  await expect(from).toBeFocused()
  await to.fill('15:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Give two different times, or none.')).toBeVisible()
  await to.fill('19:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await hours()).toBe('15:30-19:00')
  await page.reload()
  await expect(from).toHaveValue('15:30')
  await expect(to).toHaveValue('19:00')
  await from.fill('')
  await to.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(hours).toBe('')
  await page.context().close()
})
