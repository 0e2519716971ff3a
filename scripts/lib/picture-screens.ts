// The screens and dialogs that scripts/pictures.ts takes pictures of. Keys open most of them, since they are the same
// in every language.
import type { Page, Route } from 'playwright'

/** How a screen is looked at. */
export interface Way {
  isPhone: boolean
  theme: 'light' | 'dark'
  locale: 'en-US' | 'es-ES'
}

/** Links to the folder of photos. */
export interface Links {
  open: string
  /** Asks for a password. */
  locked: string
}

export interface Screen {
  name: string
  who: 'person' | 'admin' | 'guest'
  /** Where it is. */
  address(links: Links): string
  /** What happens before the picture is taken. */
  act?(page: Page): Promise<unknown>
  /** What happens afterwards, so that the other pictures do not show what this one needed. */
  leave?(page: Page): Promise<unknown>
  /** How the folder of photos is viewed. */
  view?: 'list' | 'mosaic' | 'mosaic gallery'
  /** The ways in which `make pictures` takes it for README and docs. */
  shown?: readonly Way[]
  /** The ways in which `ALL=1 make pictures` takes it; every one by default. */
  ways?: readonly Way[]
}

const DESK = { isPhone: false, theme: 'light', locale: 'en-US' } as const
const DARK = { ...DESK, theme: 'dark' } as const
const PHONE = { ...DESK, isPhone: true } as const
const DARK_PHONE = { ...PHONE, theme: 'dark' } as const
const SPANISH = { ...DESK, locale: 'es-ES' } as const

export const EVERY_WAY: readonly Way[] = [DESK, DARK, PHONE, DARK_PHONE, SPANISH]

const HOME = () => 'files/'
const PHOTOS = 'files/Photos/Mallorca/'
/** Positions in the home. */
const DOCUMENTS = 0
const BALCONY = 7
const LIST = 9
const SUNSET = 10

const row = (page: Page, index: number) => page.locator(`[data-index="${index}"]`)

const press = (key: string) => (page: Page) => page.keyboard.press(key)

async function startSlideshow(page: Page): Promise<void> {
  await page.locator('.canvas img').waitFor()
  await page.keyboard.press('s')
  await page.locator('.slideshow-bar').waitFor()
}

/** Presses a key that opens a dialog. */
const ask = (key: string) => async (page: Page) => {
  await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
}

/** Does so while some items are selected. */
const askAbout =
  (indexes: readonly number[], key: string) =>
  async (page: Page): Promise<void> => {
    await pick(page, indexes)
    await ask(key)(page)
  }

async function pick(page: Page, indexes: readonly number[] = [BALCONY, BALCONY + 1]): Promise<void> {
  for (const index of indexes) {
    await row(page, index).focus()
    await page.keyboard.press(' ')
  }
}

const openMenu = (page: Page) => row(page, BALCONY).click({ button: 'right' })

/** Chooses a command from a row's menu. */
const choose = (index: number, command: RegExp) => async (page: Page) => {
  await row(page, index).click({ button: 'right' })
  await page.getByRole('menuitem', { name: command }).click()
  await page.getByRole('dialog').waitFor()
}

async function compare(page: Page): Promise<void> {
  await pick(page, [BALCONY + 1, LIST])
  await row(page, LIST).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Compar[ae]r?$/ }).click()
  await page.locator('.cm-changedLine').first().waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('IMG')
  await page.getByRole('option').first().waitFor()
}

const openOptions = (page: Page) => page.locator('.panel-head [aria-haspopup="dialog"]').last().click()

/** Uploads files by pasting them. */
async function upload(page: Page, names: readonly string[]): Promise<void> {
  await row(page, DOCUMENTS).waitFor()
  await page.evaluate((all) => {
    const clipboardData = new DataTransfer()
    for (const name of all) clipboardData.items.add(new File(['x'.repeat(3_000)], name))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, names)
}

async function meetConflict(page: Page): Promise<void> {
  await upload(page, ['Shopping list.txt', 'Holiday plans.md'])
  await page.getByRole('dialog').waitFor()
}

const UPLOADS = /override=|\/api\/tus/
const held: Route[] = []

/** Uploads that do not go on. */
async function fillTray(page: Page): Promise<void> {
  await page.route(UPLOADS, (route) => void held.push(route))
  await upload(page, ['Garden plan.pdf', 'Letter to the school.docx', 'Ferry tickets.pdf', 'Recipes of grandma.txt'])
  await page.getByRole('listitem').first().waitFor()
}

/** They would go on when the page closes. */
async function breakOff(page: Page): Promise<void> {
  await page.route(UPLOADS, (route) => route.abort())
  for (const route of held.splice(0)) await route.abort()
}

async function failToLogIn(page: Page): Promise<void> {
  await page.locator('input[type="password"]').fill('wrong')
  await page.locator('input').first().fill('marta')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').first().waitFor()
}

const makeFile = (page: Page) => page.locator('.sidebar .acts button').last().click()

const openAdding = (page: Page) => page.locator('.bottombar button').first().click()

const waitForVideos = (page: Page) => page.frameLocator('iframe').locator('main').waitFor()

const openDrawer = (page: Page) => page.locator('.bottombar button[aria-haspopup="dialog"]').click()

export const SCREENS: readonly Screen[] = [
  { name: 'login', who: 'guest', address: () => 'login' },
  { name: 'login-failed', who: 'guest', address: () => 'login', act: failToLogIn, ways: [DESK, DARK_PHONE, SPANISH] },
  { name: 'files', who: 'person', address: HOME, shown: [DESK, PHONE] },
  { name: 'selection', who: 'person', address: HOME, act: pick },
  { name: 'menu', who: 'person', address: HOME, act: openMenu },
  { name: 'drawer', who: 'person', address: HOME, act: openDrawer, ways: [PHONE, DARK_PHONE] },
  { name: 'empty', who: 'person', address: () => 'files/School/' },
  { name: 'info', who: 'person', address: () => 'files/Sunset.jpg?info', shown: [DARK] },
  { name: 'mosaic', who: 'person', address: () => PHOTOS, view: 'mosaic' },
  { name: 'gallery', who: 'person', address: () => PHOTOS, view: 'mosaic gallery', shown: [DESK, DARK] },
  { name: 'options', who: 'person', address: () => PHOTOS, view: 'mosaic', act: openOptions },
  { name: 'picture', who: 'person', address: () => `${PHOTOS}IMG%204138.jpg` },
  {
    name: 'slideshow',
    who: 'person',
    address: () => `${PHOTOS}IMG%204138.jpg`,
    act: startSlideshow,
    ways: [DESK, PHONE],
  },
  { name: 'song', who: 'person', address: () => 'files/Music/Evening%20tone.wav' },
  { name: 'film', who: 'person', address: () => 'files/Music/Concert.mp4' },
  { name: 'paper', who: 'person', address: () => 'files/Documents/Boiler%20manual.pdf' },
  { name: 'book', who: 'person', address: () => 'files/Documents/The%20clocks.epub' },
  { name: 'model', who: 'person', address: () => 'files/Projects/Shelf%20bracket.stl', ways: [DESK, PHONE] },
  { name: 'unknown', who: 'person', address: () => 'files/Documents/Router%20backup.bin' },
  { name: 'markdown', who: 'person', address: () => 'files/Recipes/Lentil%20soup.md' },
  { name: 'table', who: 'person', address: () => 'files/Documents/Household%202026.csv' },
  { name: 'archive', who: 'person', address: () => 'archive/Documents/Receipts%202025.zip' },
  { name: 'editor', who: 'person', address: () => 'files/Projects/lights.ts', shown: [DESK] },
  { name: 'compare', who: 'person', address: HOME, act: compare },
  { name: 'search', who: 'person', address: () => 'files/?q=img', shown: [DESK] },
  { name: 'search-start', who: 'person', address: HOME, act: press('/') },
  { name: 'search-nothing', who: 'person', address: () => 'files/?q=zeppelin' },
  { name: 'palette', who: 'person', address: HOME, act: openPalette, shown: [DARK] },
  { name: 'share', who: 'person', address: HOME, act: choose(DOCUMENTS, /^(Share|Compartir)/), shown: [DESK] },
  { name: 'share-link', who: 'person', address: () => 'files/Photos/', act: choose(0, /^(Share|Compartir)/) },
  { name: 'share-file', who: 'person', address: HOME, act: choose(SUNSET, /^(Share|Compartir)/) },
  { name: 'rename', who: 'person', address: HOME, act: askAbout([BALCONY], 'F2') },
  { name: 'rename-many', who: 'person', address: HOME, act: askAbout([BALCONY, LIST, LIST + 1], 'F2') },
  { name: 'new-folder', who: 'person', address: HOME, act: ask('Alt+Shift+n') },
  { name: 'new-file', who: 'person', address: HOME, act: makeFile, ways: [DESK, DARK, SPANISH] },
  { name: 'move', who: 'person', address: HOME, act: choose(BALCONY, /^(Move to|Mover a)/) },
  { name: 'compress', who: 'person', address: HOME, act: choose(DOCUMENTS, /^(Compress|Comprimir)/) },
  { name: 'download', who: 'person', address: HOME, act: choose(DOCUMENTS, /^(Download|Descargar)/) },
  { name: 'add', who: 'person', address: HOME, act: openAdding, ways: [PHONE, DARK_PHONE] },
  { name: 'help', who: 'person', address: HOME, act: ask('F1') },
  { name: 'favourites', who: 'person', address: () => 'favourites' },
  { name: 'favourites-empty', who: 'admin', address: () => 'favourites' },
  { name: 'recent', who: 'person', address: () => 'recent' },
  { name: 'changed', who: 'person', address: () => 'recent/changed' },
  { name: 'trash', who: 'person', address: () => 'trash', shown: [PHONE] },
  { name: 'extras', who: 'person', address: () => 'extras' },
  { name: 'activity', who: 'person', address: () => 'extras/activity' },
  { name: 'trash-empty', who: 'admin', address: () => 'trash' },
  { name: 'torrents', who: 'person', address: () => 'import-torrents' },
  { name: 'videos', who: 'person', address: () => 'import-youtube', act: waitForVideos },
  { name: 'profile', who: 'person', address: () => 'settings/profile' },
  { name: 'links', who: 'person', address: () => 'settings/shares' },
  { name: 'sessions', who: 'person', address: () => 'settings/sessions' },
  { name: 'people', who: 'admin', address: () => 'settings/users' },
  { name: 'person', who: 'admin', address: () => 'settings/users/2' },
  { name: 'new-person', who: 'admin', address: () => 'settings/users/new' },
  { name: 'household', who: 'admin', address: () => 'settings/global' },
  { name: 'audit', who: 'admin', address: () => 'settings/audit' },
  { name: 'status', who: 'admin', address: () => 'settings/status', shown: [DESK] },
  { name: 'guest', who: 'guest', address: ({ open }) => `share/${open}`, shown: [DESK] },
  { name: 'guest-photo', who: 'guest', address: ({ open }) => `share/${open}/IMG%204138.jpg` },
  { name: 'guest-locked', who: 'guest', address: ({ locked }) => `share/${locked}` },
  { name: 'guest-gone', who: 'guest', address: () => 'share/nothing' },
  { name: 'missing', who: 'person', address: () => 'files/nowhere/' },
  { name: 'forbidden', who: 'person', address: () => '403' },
  { name: 'conflict', who: 'person', address: HOME, act: meetConflict },
  // The last one, because unfinished uploads are offered again on every page.
  { name: 'tray', who: 'person', address: HOME, act: fillTray, leave: breakOff },
]
