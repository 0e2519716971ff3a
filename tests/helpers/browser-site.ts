// A Nido and a browser for scripts that look at the page: measurements and pictures.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from '../../scripts/lib/chromium.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { buildEmulator } from '../../scripts/lib/emulator.ts'
import { buildPage } from '../../scripts/lib/page.ts'
import type { Client } from './client.ts'
import { type Nido, startNido } from './nido.ts'
import { startServers } from './servers.ts'
import { submitLogin } from './sign-in.ts'

const DESKTOP = { width: 1440, height: 900 }

/** A running Nido of one process, and a browser to open it with. */
export interface BrowserSite {
  nido: Nido
  browser: Browser
  /** A browser of its own, with an empty cache, for several pages. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** One page in a context of its own. */
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** Builds the page, starts everything, does the work and stops everything, also when the work fails. */
export async function withBrowserSite<T>(work: (site: BrowserSite) => Promise<T>): Promise<T> {
  await buildPage(console.log)
  await buildEmulator(console.log)
  const program = await findChromium(environment(), console.log)
  const servers = await startServers()
  const nido = await startNido({ servers, replicas: 1, settings: { LOG_LEVEL: 'warn' } })
  const browser = await chromium.launch({
    ...(program === null ? {} : { executablePath: program }),
    // Chromium's sandbox refuses to run as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const baseURL = `${nido.urls[0] ?? ''}/`
  const usual = { baseURL, viewport: DESKTOP, locale: 'en-US' }
  const newContext = (options: BrowserContextOptions = {}) => browser.newContext({ ...usual, ...options })
  const newPage = (options: BrowserContextOptions = {}) => browser.newPage({ ...usual, ...options })
  try {
    return await work({ nido, browser, newContext, newPage })
  } finally {
    await browser.close()
    await nido.stop()
    await servers.stop()
  }
}

/** Signs in by the form, in any language, and waits for the person's files. */
export async function signIn(page: Page, person: Client): Promise<void> {
  await submitLogin(page, person)
  await page.locator('main[aria-busy="false"]').waitFor()
}
