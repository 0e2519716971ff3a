// The screens and dialogs that scripts/pictures.ts takes pictures of. Keys open most of them, since they are the same
// in every language.
import type { Page } from 'playwright'
import type { Locale } from '../../backend/contract/locales.ts'
import type { Client } from '../../tests/helpers/client.ts'
import {
  DOCUMENTS,
  BALCONY,
  LIST,
  SUNSET,
  press,
  startSlideshow,
  ask,
  askAbout,
  pick,
  openMenu,
  choose,
  compare,
  openPalette,
  openOptions,
  meetConflict,
  fillTray,
  breakOff,
  failToLogIn,
  makeFile,
  openAdding,
  waitForVideos,
  openDrawer,
  beReminded,
  answerReminder,
  openCalendars,
  openEvent,
} from './picture-acts.ts'

/** How a screen is looked at. */
export interface Way {
  isPhone: boolean
  theme: 'light' | 'dark'
  locale: Locale
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
  act?(page: Page, person: Client): Promise<unknown>
  /** What happens afterwards, so that the other pictures do not show what this one needed. */
  leave?(page: Page): Promise<unknown>
  /** How the folder of photos is viewed. */
  view?: 'list' | 'mosaic' | 'mosaic gallery'
  /** The ways in which `make pictures` takes it for README and docs. */
  shown?: readonly Way[]
  /** The ways in which `ALL=1 make pictures` takes it; every one by default. */
  ways?: readonly Way[]
}

const DESK = { isPhone: false, theme: 'light', locale: 'en' } as const
const DARK = { ...DESK, theme: 'dark' } as const
const PHONE = { ...DESK, isPhone: true } as const
const DARK_PHONE = { ...PHONE, theme: 'dark' } as const
const SPANISH = { ...DESK, locale: 'es' } as const

export const EVERY_WAY: readonly Way[] = [DESK, DARK, PHONE, DARK_PHONE, SPANISH]

const HOME = () => 'files/'
const PHOTOS = 'files/Photos/Mallorca/'
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
  { name: 'share', who: 'person', address: HOME, act: choose(DOCUMENTS, 'share.action'), shown: [DESK] },
  { name: 'share-link', who: 'person', address: () => 'files/Photos/', act: choose(0, 'share.action') },
  { name: 'share-file', who: 'person', address: HOME, act: choose(SUNSET, 'share.action') },
  { name: 'rename', who: 'person', address: HOME, act: askAbout([BALCONY], 'F2') },
  { name: 'rename-many', who: 'person', address: HOME, act: askAbout([BALCONY, LIST, LIST + 1], 'F2') },
  { name: 'new-folder', who: 'person', address: HOME, act: ask('Alt+Shift+n') },
  { name: 'new-file', who: 'person', address: HOME, act: makeFile, ways: [DESK, DARK, SPANISH] },
  { name: 'move', who: 'person', address: HOME, act: choose(BALCONY, 'dialog.folder.moveAction') },
  { name: 'compress', who: 'person', address: HOME, act: choose(DOCUMENTS, 'dialog.compress.action') },
  { name: 'download', who: 'person', address: HOME, act: choose(DOCUMENTS, 'action.download') },
  { name: 'add', who: 'person', address: HOME, act: openAdding, ways: [PHONE, DARK_PHONE] },
  { name: 'help', who: 'person', address: HOME, act: ask('F1') },
  { name: 'favourites', who: 'person', address: () => 'favourites' },
  { name: 'favourites-empty', who: 'admin', address: () => 'favourites' },
  { name: 'recent', who: 'person', address: () => 'recent' },
  { name: 'changed', who: 'person', address: () => 'recent/changed' },
  { name: 'trash', who: 'person', address: () => 'trash', shown: [PHONE] },
  { name: 'extras', who: 'person', address: () => 'extras' },
  { name: 'activity', who: 'person', address: () => 'extras/activity' },
  { name: 'storage-map', who: 'person', address: () => 'extras/storage' },
  { name: 'duplicates', who: 'person', address: () => 'extras/duplicates' },
  { name: 'on-this-day', who: 'person', address: () => 'extras/on-this-day' },
  { name: 'month', who: 'person', address: () => 'calendario?view=month' },
  { name: 'week', who: 'person', address: () => 'calendario?view=week', ways: [DESK, DARK, SPANISH] },
  { name: 'agenda', who: 'person', address: () => 'calendario?view=agenda' },
  { name: 'event', who: 'person', address: () => 'calendario?view=month', act: openEvent },
  { name: 'calendars', who: 'person', address: () => 'calendario?view=month', act: openCalendars },
  { name: 'reminder', who: 'person', address: HOME, act: beReminded, leave: answerReminder },
  { name: 'arcade', who: 'person', address: () => 'arcade' },
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
