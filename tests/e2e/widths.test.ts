// Nothing is cut off on any screen or in any dialog, at any width and in both languages. In its short form, the longer
// language is looked at on a tablet.
import type { BrowserContext } from '@playwright/test'
import { environment } from '../../scripts/lib/environment.ts'
import { type Household, makeHousehold, openScreen } from '../../scripts/lib/picture-household.ts'
import { type Screen, SCREENS } from '../../scripts/lib/picture-screens.ts'
import { submitLogin } from '../helpers/sign-in.ts'
import { findCutOff } from '../helpers/cut-off.ts'
import { expect, testAlone } from './world.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
const WIDTHS = isFull ? [1440, 1024, 736, 360] : [1024]
const LANGUAGES = isFull ? (['en', 'es'] as const) : (['es'] as const)
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
    const household = await makeHousehold(site, language)
    const cut: string[] = []
    for (const who of ['person', 'admin', 'guest'] as const) {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        storageState: { cookies: [], origins: [] },
        locale: { en: 'en-US', es: 'es-ES' }[language],
        reducedMotion: 'reduce',
      })
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
