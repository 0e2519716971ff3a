// `make pictures`: takes pictures of the page with a made-up household. Those of README and docs go to docs/pictures.
// With ALL=1 all screens are taken on a desktop and a phone, in both themes and in Spanish, into test-results/pictures;
// ONLY=mosaic,share takes some of them.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright'
import sharp from 'sharp'
import { type BrowserSite, signIn, withBrowserSite } from '../tests/helpers/browser-site.ts'
import type { Client } from '../tests/helpers/client.ts'
import { findCutOff } from '../tests/helpers/cut-off.ts'
import { environment } from './lib/environment.ts'
import { ROOT } from './lib/page.ts'
import { EVERY_WAY, type Links, type Screen, SCREENS, type Way } from './lib/picture-screens.ts'
import { fillHousehold } from './sample-household.ts'

/** Who the pictures in one language are of: the page speaks the language of the person. */
interface Household {
  person: Client
  admin: Client
  links: Links
}

async function makeHousehold(site: BrowserSite, locale: 'en' | 'es'): Promise<Household> {
  const names = { en: { person: 'marta', admin: 'olivia' }, es: { person: 'jorge', admin: 'lucia' } }[locale]
  const perm = { importTorrents: true, importYouTube: true }
  const person = await site.nido.makePerson({ username: names.person, locale, perm })
  const admin = await site.nido.makePerson({ username: names.admin, locale, perm: { admin: true } })
  await fillHousehold(person)
  ;(await person.delete('/api/resources/Old%20notes.txt')).expect(204)
  for (const place of ['Recipes/', 'Photos/Mallorca/', 'Photos/Mallorca/IMG%204126.jpg', 'Holiday%20plans.md'])
    (await person.put(`/api/favourites/${place}`)).expect(204)
  if (environment()['ALL']) (await person.post('/api/imports', { links: IMPORTED })).expect(200)
  const linkTo = async (wish: object) =>
    (await person.post('/api/share/Photos/Mallorca', wish)).expect(200).json<{ hash: string }>().hash
  const links = { open: await linkTo({}), locked: await linkTo({ password: 'sesame', expires: '7', unit: 'days' }) }
  return { person, admin, links }
}

/** No worker runs, so they wait, and README shows no tray that waits. */
const IMPORTED = [
  'magnet:?xt=urn:btih:08ada5a7a6183aae1e09d831df6748d566095a10&dn=Sintel',
  'magnet:?xt=urn:btih:dd8255ecdc7ca55fb0bbf81323d87062db1f6d1c&dn=Big%20Buck%20Bunny',
  'https://example.com/talks/gardening-on-a-balcony.mp4',
]

const nameOf = ({ name }: Screen, { isPhone, theme, locale }: Way): string =>
  [name, isPhone ? 'phone' : 'desktop', theme, ...(locale === 'es-ES' ? ['es'] : [])].join('-')

/** Opens the screen in a browser that somebody is signed in with, if it is not for guests. */
async function take(context: BrowserContext, screen: Screen, { person, links }: Household): Promise<Buffer> {
  const page = await context.newPage()
  const settle = settling(page)
  if (screen.view !== undefined) await setView(person, screen.view)
  await page.goto(screen.address(links))
  await settle()
  if (screen.act !== undefined) {
    await screen.act(page)
    await settle()
  }
  const picture = await page.screenshot()
  const { width } = page.viewportSize() ?? {}
  for (const cut of await findCutOff(page)) console.log(`Cut off in ${screen.name}, ${width} px wide: ${cut}`)
  await screen.leave?.(page)
  await page.close()
  return picture
}

const LOOK_MS = 100
/** Looks in a row without a request or anything unfinished after which a page counts as still. */
const STILL_LOOKS = 5
/** Uploads that are held up, and songs, never come to an end. */
const MOST_LOOKS = 80

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

async function setView(person: Client, mode: string): Promise<void> {
  const look = { mode, tile: 280, group: 'none', sorting: { by: 'name', asc: false }, foldersFirst: true }
  ;(await person.put('/api/views/Photos/Mallorca', look)).expect(204)
}

async function openContext(
  site: BrowserSite,
  { isPhone, theme, locale }: Way,
  who: Client | null,
): Promise<BrowserContext> {
  const context = await site.newContext({
    colorScheme: theme,
    locale,
    reducedMotion: 'reduce',
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    ...(isPhone ? { viewport: { width: 390, height: 844 } } : {}),
  })
  const page = await context.newPage()
  if (who !== null) await signIn(page, who)
  await page.close()
  return context
}

await withBrowserSite(async (site) => {
  const { ALL, ONLY } = environment()
  const isAll = Boolean(ALL ?? ONLY)
  const isWanted = ({ name }: Screen) => ONLY === undefined || ONLY.split(',').includes(name)
  const folder = path.join(ROOT, ...(isAll ? ['test-results', 'pictures'] : ['docs', 'pictures']))
  await mkdir(folder, { recursive: true })
  const households = { 'en-US': await makeHousehold(site, 'en'), 'es-ES': await makeHousehold(site, 'es') }
  for (const way of EVERY_WAY)
    for (const who of ['person', 'admin', 'guest'] as const) {
      const household = households[way.locale]
      const screens = SCREENS.filter(
        (screen) =>
          screen.who === who &&
          isWanted(screen) &&
          (isAll ? (screen.ways ?? EVERY_WAY) : (screen.shown ?? [])).includes(way),
      )
      if (screens.length === 0) continue
      const context = await openContext(site, way, who === 'guest' ? null : household[who])
      for (const screen of screens)
        try {
          const picture = sharp(await take(context, screen, household))
          await picture.webp({ quality: 82 }).toFile(path.join(folder, `${nameOf(screen, way)}.webp`))
        } catch (error) {
          // The others are taken nevertheless.
          console.error(`No picture of ${nameOf(screen, way)}:`, error)
          process.exitCode = 1
        }
      await context.close()
    }
})
