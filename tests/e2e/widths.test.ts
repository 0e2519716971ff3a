// Nothing is cut off on any screen or in any dialog, at any width and in languages with long words; one of them is made
// up. In its short form, one language is looked at on a tablet, and at 400 % (WCAG 2.2, 1.4.10).
import type { BrowserContext } from '@playwright/test'
import type { Locale } from '../../backend/contract/locales.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { type Household, makeHousehold, openScreen } from '../../scripts/lib/picture-household.ts'
import { type Screen, SCREENS } from '../../scripts/lib/picture-screens.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { findCutOff } from '../helpers/cut-off.ts'
import { speakPseudo } from '../helpers/pseudo-language.ts'
import { expect, testAlone } from './world.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
/** The window in CSS pixels. */
interface Size {
  width: number
  height: number
}
/** A window of 1,280 by 1,024 pixels at 400 %. */
const ZOOMED: Size = { width: 320, height: 256 }
const WIDTHS = isFull ? [1440, 1024, 736, 360] : [1024]
const SIZES: readonly Size[] = [...WIDTHS.map((width) => ({ width, height: 900 })), ZOOMED]
/** English with longer words, in place of a language of the page. */
const PSEUDO = 'pseudo'
const STAND_IN = 'es'
const SPOKEN: readonly Locale[] = ['de', 'el', 'es', 'en', 'ar']
const LANGUAGES = isFull ? [...SPOKEN, PSEUDO] : SPOKEN.slice(0, 1)
const PHONE_MOST = 736

/** Screens that nobody sees on a desktop begin on a phone. */
const sizesOf = ({ ways = [] }: Screen): readonly Size[] =>
  ways.length > 0 && ways.every(({ isPhone }) => isPhone) ? SIZES.filter(({ width }) => width <= PHONE_MOST) : SIZES

/** A slideshow takes the whole screen, whose width is no page's choice. A model takes long to draw (models.test.ts). */
const LEFT_OUT = ['slideshow', 'model']
const screensOf = (who: Screen['who']) => SCREENS.filter((one) => one.who === who && !LEFT_OUT.includes(one.name))

/** Looks at a screen at each width. Returns what is cut off. */
async function lookAt(context: BrowserContext, screen: Screen, household: Household): Promise<string[]> {
  const page = await context.newPage()
  const [first = ZOOMED, ...others] = sizesOf(screen)
  // What is done on the screen first needs room.
  await page.setViewportSize({ ...first, height: Math.max(first.height, 900) })
  await openScreen(page, screen, household)
  const found: string[] = []
  for (const { width, height } of [first, ...others]) {
    await page.setViewportSize({ width, height })
    if (width <= PHONE_MOST && screen.who !== 'guest') await page.locator('.bottombar button').first().waitFor()
    await page.waitForFunction(isStill)
    const cuts = await findCutOff(page)
    // At 400 % a label may be broken, as long as all of it is there.
    const bad = height === ZOOMED.height ? cuts.filter((cut) => !cut.endsWith('has two lines')) : cuts
    found.push(...bad.map((cut) => `${screen.name}, ${width} by ${height} px: ${cut}`))
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
    const locale = SPOKEN.find((one) => one === language) ?? STAND_IN
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
