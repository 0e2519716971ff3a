// Global settings and the status: an administrator's changes show at once and stay, and everybody can read what works.
import type { Page } from '@playwright/test'
import type { Settings } from '../../backend/contract/settings.ts'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { encodePath } from '../helpers/client.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { expect, signIn, testAlone as test } from './world.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** The current hue of the page. */
const hueOf = (page: Page) =>
  page.evaluate(() => Number(getComputedStyle(document.documentElement).getPropertyValue('--brand-h')))

async function choose(
  page: Page,
  button: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(file)
}

test('an administrator sets up the household, sees mistakes explained, and sees changes at once', async ({
  browser,
  baseURL,
  site,
}) => {
  const admin = await site.adminClient()
  const read = async () => (await admin.get('/api/settings')).expect(200).json<Settings>()
  const before = await read()
  const page = await signIn(browser, baseURL, admin)
  try {
    await page.goto('settings')
    await page.getByRole('link', { name: 'Global', exact: true }).click()
    await expect(page).toHaveTitle(/^Global settings · /)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeDisabled()

    // Nothing is sent while a field is wrong. The error is beside its field, and the first such field has the focus.
    await field(page, 'Location of home folders').fill('users')
    await field(page, 'Retries').fill('many')
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await field(page, 'Path of rule 1').fill('Private')
    await page.getByText('A file is uploaded', { exact: true }).click()
    await field(page, 'Before: A file is uploaded').fill('echo fine\ncurl http://x')
    await save.click()
    await expect(field(page, 'Location of home folders')).toBeFocused()
    await expect(field(page, 'Location of home folders')).toBeInViewport({ ratio: 1 })
    for (const words of [
      'A path must start with / and must not contain “..”.',
      'Enter a whole number from 0 to 1000.',
      'A path must start with /',
      'Line 2 does nothing: the shell does not have this command',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
    expect(await read()).toEqual(before)
    await field(page, 'Location of home folders').fill('')
    await field(page, 'Retries').fill('7')
    await page.getByRole('button', { name: 'Remove rule 1' }).click()
    await field(page, 'Before: A file is uploaded').fill('')
    await expect(page.getByText(/cannot be saved yet/)).toBeHidden()

    await field(page, 'Name').fill('Casa Sol')
    await field(page, 'Chunk size').fill('2048 kb')
    await expect(field(page, 'Chunk size')).toHaveValue('2 MB')
    await field(page, 'Download speed').fill('5 mb')
    await page.getByRole('combobox', { name: 'Videos from' }).selectOption('All known video sites')
    const hue = await hueOf(page)
    await page.getByRole('button', { name: 'Plum' }).click()
    await expect.poll(async () => Math.abs((await hueOf(page)) - 340)).toBeLessThan(4)

    // Leaving asks about unsaved changes. After leaving anyway, the page looks as it did before.
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(field(page, 'Name')).toHaveValue('Casa Sol')
    // Somebody else saves something meanwhile: both changes stay.
    ;(await admin.put('/api/settings', { ...before, hideLoginButton: !before.hideLoginButton })).expect(200)
    await field(page, 'Name').press('Enter')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Casa Sol' })).toBeVisible()
    await expect(page).toHaveTitle('Global settings · Casa Sol')
    expect(await read()).toMatchObject({
      branding: { name: 'Casa Sol' },
      tus: { chunkSize: 2 * 1024 ** 2, retryCount: 7 },
      userHomeBasePath: '/',
      rules: [],
      imports: { ...before.imports, downLimit: 5 * 1024 ** 2, sites: 'listed' },
      hideLoginButton: !before.hideLoginButton,
    })
    await page.reload()
    await expect(field(page, 'Retries')).toHaveValue('7')
    await expect.poll(async () => Math.abs((await hueOf(page)) - 340)).toBeLessThan(4)
    await page.getByRole('button', { name: 'Honey' }).click()
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { name: 'File storage' })).toBeVisible()
    await expect.poll(async () => Math.abs((await hueOf(page)) - 340)).toBeLessThan(4)
    expect(hue).not.toBe(340)

    await page.getByRole('link', { name: 'Global', exact: true }).click()
    // The browser's Back button asks as well, and does not leave before the answer.
    await page.getByRole('button', { name: 'Honey' }).click()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/settings\/global$/)
    await page.goBack()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/settings\/status$/)
    await page.goForward()
    await choose(page, 'Choose a file: Logo', {
      name: 'no-picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await expect(page.getByText(/^This file cannot be used as a logo/)).toBeVisible()
    await choose(page, 'Choose a file: Logo', { name: 'logo.png', mimeType: 'image/png', buffer: pngPicture(1) })
    await expect(page.getByRole('button', { name: 'Replace the file: Logo' })).toBeVisible()
    await expect(page.locator('.brand img.logo')).toHaveJSProperty('complete', true)
    await choose(page, 'Choose a file: Style sheet', {
      name: 'own.css',
      mimeType: 'text/css',
      buffer: Buffer.from(':root { --of-the-house: 7 }'),
    })
    const ownStyle = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--of-the-house'))
    await expect.poll(ownStyle).toBe('7')
    await page.reload()
    await expect(page.locator('.brand img.logo')).toBeVisible()
    await expect.poll(ownStyle).toBe('7')
    for (const name of ['Logo', 'Style sheet']) {
      await page.getByRole('button', { name: `Remove the file: ${name}` }).click()
      await expect(page.getByRole('button', { name: `Choose a file: ${name}` })).toBeVisible()
    }
    await expect(page.locator('.brand img.logo')).toHaveCount(0)
    await expect.poll(ownStyle).toBe('')
  } finally {
    for (const part of ['logo', 'css']) (await admin.delete(`/api/branding/${part}`)).expect(204)
    ;(await admin.put('/api/settings', before)).expect(200)
    await page.context().close()
  }
})

test('the settings decide what guests, newcomers and everybody see', async ({
  browser,
  baseURL,
  site,
  person,
  folder,
}) => {
  const admin = await site.adminClient()
  const before = (await admin.get('/api/settings')).expect(200).json<Settings>()
  ;(await person.post(`/api/resources${encodePath(`${folder.path}/shared.txt`)}`, 'for a guest')).expect(200)
  const { hash } = (await person.post(`/api/share${encodePath(`${folder.path}/shared.txt`)}`, {}))
    .expect(200)
    .json<ShareLink>()
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const guest = await context.newPage()
  const toLogin = guest.getByRole('link', { name: 'Log in', exact: true })
  const openLink = async () => {
    await guest.goto(`share/${hash}`)
    await expect(guest.getByRole('heading', { name: 'shared.txt' })).toBeVisible()
  }
  const page = await signIn(browser, baseURL, admin)
  try {
    await page.goto('settings/global')
    const licence = page.getByRole('link', { name: /MIT licence/ })
    await expect(licence).toHaveAttribute('href', /^https:/)
    await openLink()
    await expect(toLogin).toHaveCount(0)

    await page.getByRole('switch', { name: 'Hide the login button on shared links' }).uncheck()
    await page.getByRole('switch', { name: 'Hide external links' }).check()
    await page.getByRole('switch', { name: 'Create a home folder for everybody' }).uncheck()
    await field(page, 'Scope').fill('../guests')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(field(page, 'Scope')).toBeFocused()
    await expect(page.getByText('A path must start with / and must not contain “..”.')).toBeVisible()
    await field(page, 'Scope').fill('/guests')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(licence).toHaveCount(0)
    await expect(page.getByText(/MIT licence/)).toBeVisible()
    expect((await admin.get('/api/settings')).json<Settings>()).toMatchObject({
      hideLoginButton: false,
      branding: { disableExternal: true },
      defaults: { scope: '/guests' },
    })
    await page.goto('settings/users/new')
    await expect(field(page, 'Scope')).toHaveValue('/guests')
    // The audit names settings as their screen does.
    await page.goto('settings/audit?kind=settingsChanged')
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      const told = page.getByRole('table', { name: 'Audit' }).locator('tbody tr').first()
      for (const words of [
        'Hide the login button on shared links',
        'Create a home folder for everybody',
        'Hide external links',
        'New people: Scope',
      ])
        await expect(told).toContainText(words, { timeout: 2_000 })
    }).toPass()

    await expect
      .poll(async () => {
        await openLink()
        return toLogin.count()
      })
      .toBe(1)
    await toLogin.click()
    await expect(guest.getByLabel('Username')).toBeVisible()
    // A person who is signed in is offered no login.
    await page.goto(`share/${hash}`)
    await expect(page.getByRole('heading', { name: 'shared.txt' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toHaveCount(0)
  } finally {
    ;(await admin.put('/api/settings', before)).expect(200)
    await context.close()
    await page.context().close()
  }
})

test('everybody reads in words what works; an administrator also numbers, and which settings turn things off', async ({
  browser,
  baseURL,
  site,
  page,
}) => {
  await page.goto('settings/global')
  await expect(page).toHaveURL(/\/403$/)
  await page.goto('settings/status')
  await expect(page).toHaveTitle(/^Status · /)
  await expect(page.getByRole('heading', { name: /^(Everything|Nearly everything) works$/ })).toBeVisible()
  const words = page.getByRole('region', { name: 'File storage' }).getByRole('listitem')
  await expect(
    words.filter({ hasText: 'Deleted files can be restored for 30 days' }).getByRole('img', { name: 'Works' }),
  ).toBeVisible()
  await expect(words.filter({ hasText: /It responds in \d+ ms/ })).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Versions and figures' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Global', exact: true })).toHaveCount(0)

  const own = await signIn(browser, baseURL, await site.adminClient())
  let isBroken = false
  await own.route('**/api/status', async (route) => {
    if (isBroken) return route.abort()
    const response = await route.fetch()
    const body = (await response.json()) as { parts: { part: string; state: string }[]; household: object }
    const parts = body.parts.map((told) => (told.part === 'bucketEvents' ? { ...told, state: 'lacking' } : told))
    await route.fulfill({
      response,
      json: { ...body, parts, household: { ...body.household, unreachableKeys: 3, shadowed: ['ana'] } },
    })
  })
  await own.goto('settings/status')
  await expect(own.getByRole('heading', { name: 'Nearly everything works' })).toBeVisible()
  await expect(own.getByText('3 things need attention.')).toBeVisible()
  await expect(own.getByText('The storage sends no notifications', { exact: false })).toBeVisible()
  const odd = own.getByRole('region', { name: 'To check' })
  await expect(odd.getByText('3 objects have names that are not valid paths')).toBeVisible()
  await expect(odd.getByText(/^The shared folder takes its place, so it is not shown: ana\./)).toBeVisible()
  await expect(own.getByText('RECAPTCHA_KEY')).toBeVisible()
  const facts = own.getByRole('region', { name: 'Versions and figures' })
  for (const words of ['Node.js', /^MinIO/, /^(FerretDB|MongoDB)/]) await expect(facts.getByText(words)).toBeVisible()
  await expect(own.getByRole('region', { name: 'In progress' }).getByText('Unfinished uploads')).toBeVisible()
  // The last known status stays while a new one cannot be fetched.
  isBroken = true
  await own.getByRole('button', { name: 'Check again' }).click()
  await expect(own.getByRole('heading', { name: 'Something is not working' })).toBeVisible()
  await expect(own.getByText('No connection to the server')).toBeVisible()
  isBroken = false
  await own.getByRole('button', { name: 'Check again' }).click()
  await expect(own.getByRole('heading', { name: 'Nearly everything works' })).toBeVisible()
  await own.context().close()
})
