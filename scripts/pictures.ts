// `make pictures`: takes pictures of the page with a made-up household. Those of README and docs go to docs/pictures.
// With ALL=1 every screen is taken on a desktop and a phone, in both themes and in Spanish, into test-results/pictures.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { type BrowserSite, signIn, withBrowserSite } from '../tests/helpers/browser-site.ts'
import type { Client } from '../tests/helpers/client.ts'
import { environment } from './lib/environment.ts'
import { ROOT } from './lib/page.ts'
import { fillHousehold } from './sample-household.ts'

/** How a screen is looked at. */
interface Way {
  isPhone: boolean
  theme: 'light' | 'dark'
  locale: 'en-US' | 'es-ES'
}

interface Screen {
  name: string
  who: 'person' | 'admin' | 'guest'
  /** Where it is; `hash` names a link to the photos. */
  address(hash: string): string
  /** What happens before the picture is taken. */
  act?(page: Page): Promise<unknown>
  /** How the folder of photos is viewed. */
  view?: 'list' | 'mosaic' | 'mosaic gallery'
}

const PHOTOS = 'files/Photos/Mallorca/'
const row = (page: Page, index: number) => page.locator(`[data-index="${index}"]`)

async function pick(page: Page): Promise<void> {
  await row(page, 7).click()
  await row(page, 8).click({ modifiers: ['Control'] })
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('IMG')
  await page.getByRole('option').first().waitFor()
}

async function share(page: Page): Promise<void> {
  await row(page, 0).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^(Share|Compartir)/ }).click()
  await page.getByRole('dialog').waitFor()
}

const SCREENS: readonly Screen[] = [
  { name: 'login', who: 'guest', address: () => 'login' },
  { name: 'files', who: 'person', address: () => 'files/' },
  { name: 'selection', who: 'person', address: () => 'files/', act: pick },
  { name: 'info', who: 'person', address: () => 'files/Sunset.jpg?info' },
  { name: 'mosaic', who: 'person', address: () => PHOTOS, view: 'mosaic' },
  { name: 'gallery', who: 'person', address: () => PHOTOS, view: 'mosaic gallery' },
  { name: 'markdown', who: 'person', address: () => 'files/Recipes/Lentil%20soup.md' },
  { name: 'table', who: 'person', address: () => 'files/Documents/Household%202026.csv' },
  { name: 'editor', who: 'person', address: () => 'files/Projects/lights.ts' },
  { name: 'search', who: 'person', address: () => 'files/?q=img' },
  { name: 'palette', who: 'person', address: () => 'files/', act: openPalette },
  { name: 'share', who: 'person', address: () => 'files/', act: share },
  { name: 'recent', who: 'person', address: () => 'recent/changed' },
  { name: 'trash', who: 'person', address: () => 'trash' },
  { name: 'profile', who: 'person', address: () => 'settings/profile' },
  { name: 'people', who: 'admin', address: () => 'settings/users' },
  { name: 'household', who: 'admin', address: () => 'settings/global' },
  { name: 'status', who: 'admin', address: () => 'settings/status' },
  { name: 'guest', who: 'guest', address: (hash) => `share/${hash}` },
  { name: 'missing', who: 'person', address: () => 'files/nowhere/' },
]

const DESK = { isPhone: false, theme: 'light', locale: 'en-US' } as const
const DARK = { ...DESK, theme: 'dark' } as const
const PHONE = { ...DESK, isPhone: true } as const
const EVERY_WAY: readonly Way[] = [DESK, DARK, PHONE, { ...PHONE, theme: 'dark' }, { ...DESK, locale: 'es-ES' }]

/** The pictures of README and docs. */
const SHOWN: Readonly<Record<string, readonly Way[]>> = {
  files: [DESK, PHONE],
  gallery: [DESK, DARK],
  info: [DARK],
  editor: [DESK],
  search: [DESK],
  palette: [DARK],
  share: [DESK],
  trash: [PHONE],
  guest: [DESK],
  status: [DESK],
}

const nameOf = ({ name }: Screen, { isPhone, theme, locale }: Way): string =>
  [name, isPhone ? 'phone' : 'desktop', theme, ...(locale === 'es-ES' ? ['es'] : [])].join('-')

interface Household {
  person: Client
  admin: Client
  hash: string
}

async function take(site: BrowserSite, household: Household, { screen, way }: { screen: Screen; way: Way }) {
  const { person, admin, hash } = household
  const { isPhone, theme, locale } = way
  const page = await site.newPage({
    colorScheme: theme,
    locale,
    reducedMotion: 'reduce',
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    isMobile: isPhone,
    ...(isPhone ? { viewport: { width: 390, height: 844 } } : {}),
  })
  if (screen.view !== undefined) {
    const look = {
      mode: screen.view,
      tile: 280,
      group: 'none',
      sorting: { by: 'name', asc: false },
      foldersFirst: true,
    }
    ;(await person.put('/api/views/Photos/Mallorca', look)).expect(204)
  }
  if (screen.who !== 'guest') await signIn(page, screen.who === 'admin' ? admin : person)
  await page.goto(screen.address(hash))
  await page.locator('main:visible').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await screen.act?.(page)
  // Nothing tells when the thumbnails and fonts are there.
  await page.waitForTimeout(1_500)
  const picture = await page.screenshot()
  await page.context().close()
  return picture
}

await withBrowserSite(async (site) => {
  const isAll = Boolean(environment()['ALL'])
  const folder = path.join(ROOT, ...(isAll ? ['test-results', 'pictures'] : ['docs', 'pictures']))
  await mkdir(folder, { recursive: true })
  const person = await site.nido.makePerson({ username: 'marta', locale: 'en' })
  const admin = await site.nido.adminClient()
  await fillHousehold(person)
  ;(await person.delete('/api/resources/Old%20notes.txt')).expect(204)
  const { hash } = (await person.post('/api/share/Photos/Mallorca', {})).expect(200).json<{ hash: string }>()
  for (const screen of SCREENS)
    for (const way of isAll ? EVERY_WAY : (SHOWN[screen.name] ?? [])) {
      const picture = sharp(await take(site, { person, admin, hash }, { screen, way }))
      await picture.webp({ quality: 82 }).toFile(path.join(folder, `${nameOf(screen, way)}.webp`))
    }
})
