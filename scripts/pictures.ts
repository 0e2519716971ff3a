// `make pictures`: takes pictures of the page with a made-up household. Those of README and docs go to docs/pictures.
// With ALL=1 all screens are taken on a desktop and a phone, in both themes and in Spanish, into test-results/pictures.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import sharp from 'sharp'
import { type BrowserSite, signIn, withBrowserSite } from '../tests/helpers/browser-site.ts'
import type { Client } from '../tests/helpers/client.ts'
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
  const person = await site.nido.makePerson({ username: names.person, locale })
  const admin = await site.nido.makePerson({ username: names.admin, locale, perm: { admin: true } })
  await fillHousehold(person)
  ;(await person.delete('/api/resources/Old%20notes.txt')).expect(204)
  for (const place of ['Recipes/', 'Photos/Mallorca/', 'Holiday%20plans.md'])
    (await person.put(`/api/favourites/${place}`)).expect(204)
  const linkTo = async (wish: object) =>
    (await person.post('/api/share/Photos/Mallorca', wish)).expect(200).json<{ hash: string }>().hash
  const links = { open: await linkTo({}), locked: await linkTo({ password: 'sesame', expires: '7', unit: 'days' }) }
  return { person, admin, links }
}

const nameOf = ({ name }: Screen, { isPhone, theme, locale }: Way): string =>
  [name, isPhone ? 'phone' : 'desktop', theme, ...(locale === 'es-ES' ? ['es'] : [])].join('-')

/** Opens the screen in a browser that somebody is signed in with, if it is not for guests. */
async function take(context: BrowserContext, screen: Screen, { person, links }: Household): Promise<Buffer> {
  const page = await context.newPage()
  if (screen.view !== undefined) await setView(person, screen.view)
  await page.goto(screen.address(links))
  await settle(page)
  await screen.act?.(page)
  await settle(page)
  // Nothing tells when the thumbnails and fonts are there.
  await page.waitForTimeout(1_500)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

async function settle(page: Page): Promise<void> {
  await page.locator('main:visible, [role="dialog"]:visible').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
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
  const isAll = Boolean(environment()['ALL'])
  const folder = path.join(ROOT, ...(isAll ? ['test-results', 'pictures'] : ['docs', 'pictures']))
  await mkdir(folder, { recursive: true })
  const households = { 'en-US': await makeHousehold(site, 'en'), 'es-ES': await makeHousehold(site, 'es') }
  for (const way of EVERY_WAY)
    for (const who of ['person', 'admin', 'guest'] as const) {
      const household = households[way.locale]
      const screens = SCREENS.filter(
        (screen) => screen.who === who && (isAll ? (screen.ways ?? EVERY_WAY) : (screen.shown ?? [])).includes(way),
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
