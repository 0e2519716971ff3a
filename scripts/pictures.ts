// `make pictures`: takes pictures of the page with a made-up household. Those of README and docs go to docs/pictures.
// With ALL=1 all screens are taken on a desktop and a phone, in both themes and in Spanish, into test-results/pictures;
// ONLY=mosaic,share takes some of them, and LANGUAGES=de,ar takes them in these languages, on a desktop and a phone.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright'
import sharp from 'sharp'
import { LOCALES } from '../backend/contract/locales.ts'
import { type BrowserSite, signIn, withBrowserSite } from '../tests/helpers/browser-site.ts'
import type { Client } from '../tests/helpers/client.ts'
import { findCutOff } from '../tests/helpers/cut-off.ts'
import { languageTag } from '../frontend/src/i18n/languages.ts'
import { environment } from './lib/environment.ts'
import { ROOT } from './lib/places.ts'
import { type Household, makeHousehold, openScreen } from './lib/picture-household.ts'
import { EVERY_WAY, type Screen, SCREENS, type Way } from './lib/picture-screens.ts'

/** No worker runs, so they wait, and README shows no tray that waits. */
const IMPORTED = [
  'magnet:?xt=urn:btih:08ada5a7a6183aae1e09d831df6748d566095a10&dn=Sintel',
  'magnet:?xt=urn:btih:dd8255ecdc7ca55fb0bbf81323d87062db1f6d1c&dn=Big%20Buck%20Bunny',
  'https://example.com/talks/gardening-on-a-balcony.mp4',
]

const nameOf = ({ name }: Screen, { isPhone, theme, locale }: Way): string =>
  [name, isPhone ? 'phone' : 'desktop', theme, ...(locale === 'en' ? [] : [locale])].join('-')

/** Screens that are opened once for all their pictures: changing the theme needs no new page. */
interface Sitting {
  site: BrowserSite
  household: Household
  isPhone: boolean
  locale: Way['locale']
  /** The wanted themes of a screen. */
  themesOf(screen: Screen): readonly Way['theme'][]
  save(picture: Buffer, screen: Screen, theme: Way['theme']): Promise<void>
}

/** Opens the screen in a browser that somebody is signed in with, if it is not for guests. */
async function take(context: BrowserContext, screen: Screen, sitting: Sitting): Promise<void> {
  const { household } = sitting
  const page = await context.newPage()
  const [first = 'light', ...others] = sitting.themesOf(screen)
  await page.emulateMedia({ colorScheme: first })
  const settle = settling(page)
  await openScreen(page, screen, household)
  await settle()
  await sitting.save(await page.screenshot(), screen, first)
  const { width } = page.viewportSize() ?? {}
  for (const cut of await findCutOff(page)) console.log(`Cut off in ${screen.name}, ${width} px wide: ${cut}`)
  for (const colorScheme of others) {
    await page.emulateMedia({ colorScheme })
    await settle()
    await sitting.save(await page.screenshot(), screen, colorScheme)
  }
  await screen.leave?.(page)
  await page.close()
}

const LOOK_MS = 50
/** Looks in a row without a request or anything unfinished after which a page counts as still. */
const STILL_LOOKS = 4
/** Uploads that are held up, and songs, never come to an end. */
const MOST_LOOKS = 160

/** Waits until a page has everything: its parts, texts, fonts, pictures, films and models. */
function settling(page: Page): () => Promise<void> {
  const running = new Set<Request>()
  page.on('request', (request) => running.add(request))
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return async () => {
    await page.locator('main:visible, [role="dialog"]:visible').first().waitFor()
    for (let looks = 0, still = 0; looks < MOST_LOOKS && still < STILL_LOOKS; looks += 1) {
      await page.waitForTimeout(LOOK_MS)
      still = running.size === 0 && (await page.evaluate(isWhole)) ? still + 1 : 0
    }
  }
}

/** Whether nothing in sight is still to come. Runs in the page. */
async function isWhole(): Promise<boolean> {
  await document.fonts.ready
  const isInSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < innerHeight && element.checkVisibility()
  }
  return (
    document.querySelector('[aria-busy="true"], .document.is-waiting') === null &&
    [...document.images].every((image) => image.complete || !isInSight(image)) &&
    [...document.querySelectorAll('video')].every(
      ({ readyState }) => readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    ) &&
    [...document.querySelectorAll('model-viewer')].every((viewer) => 'loaded' in viewer && viewer.loaded === true)
  )
}

/** Regions whose way of writing dates the pictures show. */
const REGIONS: Partial<Record<Way['locale'], string>> = { en: 'en-US', es: 'es-ES' }

async function openContext({ site, isPhone, locale }: Sitting, who: Client | null): Promise<BrowserContext> {
  const context = await site.newContext({
    locale: REGIONS[locale] ?? languageTag(locale),
    reducedMotion: 'reduce',
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    ...(isPhone ? { viewport: { width: 390, height: 844 } } : {}),
  })
  // Nothing is fetched before it is needed: all parts of the page would keep the processor busy for each picture.
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } }),
  )
  const page = await context.newPage()
  if (who !== null) await signIn(page, who)
  await page.close()
  return context
}

/** Takes all pictures of a sitting. The others are taken even if one fails. */
async function sit(sitting: Sitting): Promise<void> {
  for (const who of ['person', 'admin', 'guest'] as const) {
    const screens = SCREENS.filter((screen) => screen.who === who && sitting.themesOf(screen).length > 0)
    if (screens.length === 0) continue
    const context = await openContext(sitting, who === 'guest' ? null : sitting.household[who])
    for (const screen of screens)
      try {
        await take(context, screen, sitting)
      } catch (error) {
        console.error(`No picture of ${screen.name}:`, error)
        process.exitCode = 1
      }
    await context.close()
  }
}

/** A screen that only phones have is taken on phones alone. */
const waysOfLanguage = ({ ways }: Screen, asked: readonly Way[]): readonly Way[] =>
  asked.filter(({ isPhone }) => ways === undefined || ways.some((way) => way.isPhone === isPhone))

/** The ways of the languages that were asked for. */
function waysIn(languages: string): readonly Way[] {
  const wanted = languages.split(',')
  return LOCALES.filter((locale) => wanted.includes(locale)).flatMap((locale) =>
    [false, true].map((isPhone) => ({ isPhone, theme: 'light' as const, locale })),
  )
}

await withBrowserSite(async (site) => {
  const { ALL, ONLY, LANGUAGES } = environment()
  const isAll = Boolean(ALL ?? ONLY ?? LANGUAGES)
  const asked = LANGUAGES === undefined ? EVERY_WAY : waysIn(LANGUAGES)
  const isWanted = ({ name }: Screen) => ONLY === undefined || ONLY.split(',').includes(name)
  const folder = path.join(ROOT, ...(isAll ? ['test-results', 'pictures'] : ['docs', 'pictures']))
  await mkdir(folder, { recursive: true })
  const households = new Map<Way['locale'], Household>()
  for (const { locale } of asked) {
    if (households.has(locale)) continue
    const household = await makeHousehold(site.nido, locale)
    households.set(locale, household)
    if (ALL) (await household.person.post('/api/imports', { links: IMPORTED })).expect(200)
  }
  for (const { isPhone, locale } of asked.filter(({ theme }) => theme === 'light')) {
    const household = households.get(locale)
    if (household === undefined) continue
    const allowed = (screen: Screen): readonly Way[] =>
      LANGUAGES === undefined
        ? isAll
          ? (screen.ways ?? EVERY_WAY)
          : (screen.shown ?? [])
        : waysOfLanguage(screen, asked)
    await sit({
      site,
      household,
      isPhone,
      locale,
      themesOf: (screen) =>
        allowed(screen)
          .filter((way) => way.isPhone === isPhone && way.locale === locale && isWanted(screen))
          .map(({ theme }) => theme),
      save: async (picture, screen, theme) => {
        const file = path.join(folder, `${nameOf(screen, { isPhone, theme, locale })}.webp`)
        await sharp(picture).webp({ quality: 82 }).toFile(file)
      },
    })
  }
})
