// Fifteen screens by the rules of axe in every language, in the light theme, and in some in the dark one: names,
// directions and languages are right, and long words leave targets large enough. In its short form in one language,
// which is written from right to left.
import type { BrowserContextOptions, Page } from '@playwright/test'
import { type Locale, LOCALES } from '../../backend/contract/locales.ts'
import { directionOf, languageTag } from '../../frontend/src/i18n/languages.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { type Household, makeHousehold, openScreen } from '../../scripts/lib/picture-household.ts'
import { type Screen, SCREENS } from '../../scripts/lib/picture-screens.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { expectAccessible } from './axe.ts'
import { readRom } from './games.ts'
import { expect, putFile, testAlone } from './world.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
const LANGUAGES = isFull ? LOCALES : LOCALES.filter((locale) => locale === 'ar')
/** Colours do not depend on words, so some languages are enough. */
const DARK: readonly Locale[] = isFull ? ['ar', 'de'] : []
const THEMES = [
  ...LANGUAGES.map((locale) => ({ locale, colorScheme: 'light' as const })),
  ...DARK.map((locale) => ({ locale, colorScheme: 'dark' as const })),
]
/** The screens, and what each has as soon as it is whole. */
const WHOLE: Readonly<Record<string, string>> = {
  login: 'form',
  files: '[role="row"]',
  // The folder below has rows, too, but is no longer the main part.
  search: '#main [role="row"]',
  picture: '.canvas img',
  editor: '.editor .code-text',
  share: '[role="dialog"]',
  trash: '[role="row"]',
  month: '.cal-event',
  arcade: '.game',
  torrents: 'main form',
  profile: '.set-rows',
  links: 'table.links',
  household: '.swatches',
  people: '.people .person',
  guest: '.gallery img',
}
const screensOf = (who: Screen['who']) => SCREENS.filter((one) => one.who === who && one.name in WHOLE)
const households = new Map<Locale, Household>()

/** The household of the pictures, with a game. */
async function openHousehold(site: Parameters<typeof makeHousehold>[0], locale: Locale): Promise<Household> {
  const household = households.get(locale) ?? (await makeHousehold(site, locale))
  households.set(locale, household)
  await putFile(household.person, '/Shared/ARCADE/gb/Test.gb', await readRom('gb'))
  return household
}

async function lookAt(page: Page, screen: Screen, { household, name }: { household: Household; name: string }) {
  await openScreen(page, screen, household)
  await expect(
    page
      .locator(WHOLE[screen.name] ?? 'main')
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page, `${screen.name} in ${name}`)
  await screen.leave?.(page)
}

testAlone.describe.configure({ mode: 'parallel' })

for (const { locale, colorScheme } of THEMES)
  testAlone(`screens are accessible in ${locale}, ${colorScheme}`, async ({ browser, baseURL, site }) => {
    testAlone.setTimeout(10 * 60_000)
    const household = await openHousehold(site, locale)
    const options: BrowserContextOptions = {
      ...(baseURL === undefined ? {} : { baseURL }),
      storageState: { cookies: [], origins: [] },
      locale: languageTag(locale),
      colorScheme,
      reducedMotion: 'reduce',
    }
    for (const who of ['person', 'admin', 'guest'] as const) {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      if (who !== 'guest') {
        await submitLogin(page, household[who])
        await page.locator('main[aria-busy="false"]').waitFor()
      }
      for (const screen of screensOf(who))
        await testAlone.step(screen.name, async () => {
          await lookAt(page, screen, { household, name: `${locale}, ${colorScheme}` })
          await expect.soft(page.locator('html')).toHaveAttribute('lang', languageTag(locale))
          await expect.soft(page.locator('html')).toHaveAttribute('dir', directionOf(locale))
        })
      await context.close()
    }
  })
