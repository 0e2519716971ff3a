// Nothing is cut off on any screen or in any dialog, at any width and in languages with long words; one of them is made
// up. In its short form, one language is looked at on a tablet.
import type { BrowserContext } from '@playwright/test'
import type { Locale } from '../../backend/contract/locales.ts'
import { WRITTEN } from '../../frontend/src/i18n/languages.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { type Household, makeHousehold, openScreen } from '../../scripts/lib/picture-household.ts'
import { type Screen, SCREENS } from '../../scripts/lib/picture-screens.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { findCutOff } from '../helpers/cut-off.ts'
import { speakPseudo } from '../helpers/pseudo-language.ts'
import { expect, testAlone } from './world.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
const WIDTHS = isFull ? [1440, 1024, 736, 360] : [1024]
/** English with longer words, in place of a language of the page. */
const PSEUDO = 'pseudo'
const STAND_IN = 'es'
const LONG: readonly Locale[] = ['de', 'el', 'es', 'en', 'ar']
const SPOKEN = LONG.filter((locale) => WRITTEN.includes(locale))
const LANGUAGES = isFull ? [...SPOKEN, PSEUDO] : SPOKEN.slice(0, 1)
const PHONE_MOST = 736
const HEIGHT = 900

/** Screens that nobody sees on a desktop begin on a phone. */
const widthsOf = ({ ways = [] }: Screen): readonly number[] =>
  ways.length > 0 && ways.every(({ isPhone }) => isPhone) ? WIDTHS.filter((width) => width <= PHONE_MOST) : WIDTHS

/** A slideshow takes the whole screen, whose width is no page's choice. A model takes long to draw (models.test.ts). */
const LEFT_OUT = ['slideshow', 'model']
const screensOf = (who: Screen['who']) =>
  SCREENS.filter((one) => one.who === who && !LEFT_OUT.includes(one.name) && widthsOf(one).length > 0)

/** Looks at a screen at each width. Returns what is cut off. */
async function lookAt(context: BrowserContext, screen: Screen, household: Household): Promise<string[]> {
  const page = await context.newPage()
  const [first = 0, ...others] = widthsOf(screen)
  await page.setViewportSize({ width: first, height: HEIGHT })
  await openScreen(page, screen, household)
  const found: string[] = []
  for (const width of [first, ...others]) {
    await page.setViewportSize({ width, height: HEIGHT })
    if (width <= PHONE_MOST && screen.who !== 'guest') await page.locator('.bottombar button').first().waitFor()
    await page.waitForFunction(isStill)
    found.push(...(await findCutOff(page)).map((cut) => `${screen.name}, ${width} px: ${cut}`))
  }
  await screen.leave?.(page)
  await page.close()
  return found
}

/** Whether everything is there and stands where it stays. Runs in the page. */
async function isStill(): Promise<boolean> {
  await document.fonts.ready
  const places = () =>
    [...document.querySelectorAll('button, a, input')].map(
      (element) => element.getBoundingClientRect().toJSON() as object,
    )
  const before = JSON.stringify(places())
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
  return document.querySelector('[aria-busy="true"]') === null && JSON.stringify(places()) === before
}

for (const language of LANGUAGES)
  testAlone(`nothing is cut off in ${language}`, async ({ browser, baseURL, site }) => {
    testAlone.setTimeout(15 * 60_000)
    const locale = LONG.find((one) => one === language) ?? STAND_IN
    const household = await makeHousehold(site, locale)
    const cut: string[] = []
    for (const who of ['person', 'admin', 'guest'] as const) {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        storageState: { cookies: [], origins: [] },
        locale,
        reducedMotion: 'reduce',
      })
      if (language === PSEUDO) await speakPseudo(context, locale)
      if (who !== 'guest') {
        const page = await context.newPage()
        await submitLogin(page, household[who])
        await page.locator('main[aria-busy="false"]').waitFor()
        await page.close()
      }
      for (const screen of screensOf(who))
        await testAlone.step(screen.name, async () => cut.push(...(await lookAt(context, screen, household))))
      await context.close()
    }
    expect(cut).toEqual([])
  })
