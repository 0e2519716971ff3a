// Pages that run from right to left, and a Nido without accounts.
import type { Browser, BrowserContext } from '@playwright/test'
import type { Locale } from '../../backend/contract/locales.ts'
import { LOCALES } from '../../backend/contract/locales.ts'
import { directionOf } from '../../frontend/src/i18n/languages.ts'
import { flattenTexts, readLocale } from '../../scripts/lib/locale-texts.ts'
import { startNido } from '../helpers/nido.ts'
import { wavTone } from '../helpers/real-files.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { expect, FilesPage, putFile, test } from './world.ts'

for (const locale of LOCALES.filter((one) => directionOf(one) === 'rtl'))
  test(`names, numbers and switches are where they belong in ${locale}`, async ({ browser, baseURL, site }) => {
    const admin = await site.makePerson({ locale, perm: { admin: true } })
    await lookAtMirrored(browser, { baseURL, locale, admin })
  })

test('paths follow the page, and comparisons and players do not', async ({ browser, baseURL, site }) => {
  const person = await site.makePerson({ locale: 'ar' })
  await putFile(person, '/Photos/Summer/old.txt', 'one\n')
  await putFile(person, '/Photos/Summer/new.txt', 'two\n')
  await putFile(person, '/Photos/Summer/tone.wav', wavTone(2))
  const texts = flattenTexts((await readLocale('ar')) ?? {})
  const context = await openContext(browser, baseURL, 'ar')
  const page = await context.newPage()
  const files = new FilesPage(page)
  await submitLogin(page, person)
  await page.locator('main[aria-busy="false"]').waitFor()
  await files.open('/Photos/Summer')
  const step = page.locator('.breadcrumb li').last()
  const turned = () => step.evaluate((li) => new DOMMatrix(getComputedStyle(li, '::before').transform).a)
  expect(await turned()).toBeLessThan(0)

  await files.row('new.txt').click()
  await files.row('old.txt').click({ modifiers: ['ControlOrMeta'] })
  await files.choose('old.txt', texts.get('dialog.compare.action') ?? '')
  const names = page.locator('.compared-names b')
  const [first, second] = [await names.nth(0).boundingBox(), await names.nth(1).boundingBox()]
  expect(first?.x ?? Infinity).toBeLessThan(second?.x ?? 0)
  await page.keyboard.press('Escape')
  await expect(files.dialog).toBeHidden()

  await files.row('tone.wav').dblclick()
  const bar = page.locator('.player-bar')
  const [volume, speed] = [bar.getByRole('slider').last(), bar.locator('.speed')]
  await expect(speed).toBeVisible()
  expect((await volume.boundingBox())?.x ?? Infinity).toBeLessThan((await speed.boundingBox())?.x ?? 0)

  await page.goto('recent')
  await expect(page.getByText('الرئيسية › \u2068Photos\u2069 › \u2068Summer\u2069')).toBeVisible()
  await context.close()
})

test('the page has its language and direction before its scripts are there', async ({ browser, baseURL }) => {
  for (const locale of LOCALES) {
    const texts = flattenTexts((await readLocale(locale)) ?? {})
    const context = await openContext(browser, baseURL, locale)
    const page = await context.newPage()
    await page.route(/\.js$/, (route) => route.abort())
    await page.goto('login')
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page.locator('html')).toHaveAttribute('dir', directionOf(locale))
    await expect(page.locator('.first-failure a')).toHaveText(texts.get('action.retry') ?? '')
    await context.close()
  }
})

/** A browser that nobody has signed in with. */
const openContext = (browser: Browser, baseURL: string | undefined, locale: Locale): Promise<BrowserContext> =>
  browser.newContext({
    storageState: { cookies: [], origins: [] },
    locale,
    ...(baseURL === undefined ? {} : { baseURL }),
  })

interface Mirrored {
  baseURL: string | undefined
  locale: Locale
  admin: { id: number; username: string; password: string }
}

async function lookAtMirrored(browser: Browser, { baseURL, locale, admin }: Mirrored): Promise<void> {
  const texts = flattenTexts((await readLocale(locale)) ?? {})
  const context = await openContext(browser, baseURL, locale)
  const page = await context.newPage()
  await submitLogin(page, admin)
  await page.locator('main[aria-busy="false"]').waitFor()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto(`settings/users/${admin.id}`)
  // Switched on: the knob is at the left end, and inside.
  const switched = page.getByRole('switch', { name: texts.get('permission.admin') })
  await expect(switched).toBeChecked()
  await expect
    .poll(() => switched.evaluate((element) => new DOMMatrix(getComputedStyle(element, '::after').transform).e))
    .toBe(-14)

  await page.goto('settings/users')
  const row = page.getByRole('listitem').filter({ hasText: admin.username }).first()
  await expect(row).toBeVisible()
  const edges = await row.locator('.who').evaluate((who) =>
    [...who.children].map((line) => {
      const range = document.createRange()
      range.selectNodeContents(line)
      return range.getBoundingClientRect().right
    }),
  )
  expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 99))).toBeLessThan(2)
  await context.close()
}

test('without accounts everybody is signed in at once, and nothing asks for a password', async ({ browser, site }) => {
  const nido = await startNido({ servers: site.servers, replicas: 1, settings: { AUTH_METHOD: 'noauth' } })
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: `${nido.urls[0]}/` })
  try {
    const page = await context.newPage()
    const files = new FilesPage(page)
    await page.goto('login')
    await expect(page).toHaveURL(/\/files\/$/)
    await files.open('/')
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
    await page.goto('settings/profile')
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
    await expect(page.locator('input[type="password"]')).toHaveCount(0)
    await page.goto('settings/global')
    await expect(page.getByRole('heading', { name: 'Access' })).toBeVisible()
  } finally {
    await context.close()
    await nido.stop()
  }
})
