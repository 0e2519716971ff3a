// What the page is once it is installed on a device. Without schemas, so that the page can import it.

/** Path of the manifest, below the base URL. */
export const MANIFEST_PATH = '/manifest.webmanifest'

/**
 * Where other apps send what is shared with the installed page, as a form: its service worker takes that, and the
 * server never sees it.
 */
export const RECEIVE_PATH = '/receive'

/** `--bg` of frontend/src/styles/colours.css, in sRGB: manifests and old browsers do not know oklch. */
export const PAGE_COLOURS = { light: '#f5f4f0', dark: '#12110f' } as const

/** Icons of Nido's own, as files of the built page. */
export const APP_ICONS = [
  { file: 'static/app/icon-192.png', side: 192, purpose: 'any' },
  { file: 'static/app/icon-512.png', side: 512, purpose: 'any' },
  { file: 'static/app/icon-maskable-512.png', side: 512, purpose: 'maskable' },
] as const
/** The one of an iPhone's home screen. */
export const TOUCH_ICON = { file: 'static/app/icon-touch-180.png', side: 180 } as const

/** Places that the icon's own menu leads to: their addresses, and the keys of their texts. */
export const SHORTCUTS = [
  { path: '/files/', text: 'frame.myFiles' },
  { path: '/recent', text: 'recent.title' },
  { path: '/calendario', text: 'calendar.title' },
  { path: '/files/?q=', text: 'action.search' },
] as const
/** The names of the shortcuts in their order, by locale. */
export type AppWords = Record<string, string[]>
