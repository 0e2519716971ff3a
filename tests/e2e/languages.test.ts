// The language of the page: the browser's, until somebody chooses one.
import type { Browser, Page } from '@playwright/test'
import type { UserRecord } from '../../backend/contract/users.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { expect, makeFolder, test } from './world.ts'

async function newPage(browser: Browser, baseURL: string | undefined, locale: string): Promise<Page> {
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ storageState, locale, ...(baseURL === undefined ? {} : { baseURL }) })
  return context.newPage()
}

const expectLanguage = (page: Page, lang: string) => expect(page.locator('html')).toHaveAttribute('lang', lang)

test('a new person reads the language of the browser, and the chosen one everywhere', async ({
  browser,
  baseURL,
  site,
}) => {
  const ana = await site.makePerson({ locale: '' })
  const page = await newPage(browser, baseURL, 'de-DE')
  await page.goto('login')
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await submitLogin(page, ana)
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
  await expectLanguage(page, 'de')

  await page.goto('settings/profile')
  const choice = page.getByRole('combobox', { name: /^(?:Sprache|Idioma)$/ })
  await expect(choice.locator('option').first()).toHaveText('Sprache des Browsers')
  await expect(choice).toHaveValue('')
  await choice.selectOption('Español')
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  const record = async () =>
    (await (await site.adminClient()).get(`/api/users/${ana.id}`)).expect(200).json<UserRecord>()
  await expect.poll(async () => (await record()).locale).toBe('es')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible()
  await expect(choice).toHaveValue('es')

  // Another device, in another language.
  const other = await newPage(browser, baseURL, 'fr-FR')
  await submitLogin(other, ana)
  await expectLanguage(other, 'es')

  // Back to the browser, by the menu of the account.
  await page.getByRole('button', { name: /^Cuenta de/ }).click()
  await page.getByRole('menuitem', { name: /^Idioma:/ }).click()
  await page.getByRole('menuitemradio', { name: 'Idioma del navegador' }).click()
  await expectLanguage(page, 'de')
  await expect.poll(async () => (await record()).locale).toBe('')
  await other.reload()
  await expectLanguage(other, 'fr')
  await Promise.all([page, other].map((one) => one.context().close()))
})

test('who has chosen nothing does not get the language of the person before', async ({ browser, baseURL, site }) => {
  const [ana, leo] = [await site.makePerson({ locale: 'es' }), await site.makePerson({ locale: '' })]
  const page = await newPage(browser, baseURL, 'de-DE')
  for (const [person, lang] of [
    [ana, 'es'],
    [leo, 'de'],
  ] as const) {
    await submitLogin(page, person)
    await expect(page.locator('main[aria-busy="false"]')).toBeVisible()
    await expectLanguage(page, lang)
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('nido-token')) localStorage.removeItem(key)
    })
    await page.context().clearCookies()
  }
  await page.context().close()
})

test('a guest reads the language of the browser', async ({ browser, baseURL, site }) => {
  const ana = await site.makePerson({ locale: 'es' })
  await makeFolder(ana, '/Photos')
  const { hash } = (await ana.post('/api/share/Photos', {})).expect(200).json<{ hash: string }>()
  const page = await newPage(browser, baseURL, 'fr-FR')
  await page.goto(`share/${hash}`)
  await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible()
  await expectLanguage(page, 'fr')
  await page.context().close()
})
