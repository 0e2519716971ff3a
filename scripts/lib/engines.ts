// Browsers of other engines than Chromium's, for tests in their long form: from a setting or PATH, or Debian's.
import { glob } from 'node:fs/promises'
import { installPackage } from './debian.ts'
import { findOnPath, type ProgramPlaces } from './programs.ts'

/**
 * Firefox: `FIREFOX`, or on PATH, or installed if that needs no permission. Null without one, which is said in one
 * line.
 */
export async function findFirefox({ env, say }: ProgramPlaces): Promise<string | null> {
  const given = env['FIREFOX']
  if (given !== undefined) return given || null
  const search = async () => (await findOnPath('firefox', env)) ?? findOnPath('firefox-esr', env)
  const found = await search()
  if (found !== null) return found
  if (await installPackage('firefox-esr', env, say)) return search()
  say('There is no Firefox (FIREFOX names its program), so its tests are skipped.')
  return null
}

/** The programs for WebKit: what drives it, a browser of it, and a screen. */
export interface WebKit {
  driver: string
  browser: string
  xvfb: string
}

/** Where Debian and others have the small browser that comes with WebKit. */
const MINI_BROWSERS = '/usr/{lib,lib/*-linux-*,libexec}/webkit2gtk-4.{0,1}/MiniBrowser'

/**
 * WebKit of GTK, with its driver and a screen: installed if that needs no permission. Null without one of them, which
 * is said in one line.
 */
export async function findWebKit({ env, say }: ProgramPlaces): Promise<WebKit | null> {
  const search = async () => {
    const [browser] = await Array.fromAsync(glob(MINI_BROWSERS))
    const [driver, xvfb] = await Promise.all([findOnPath('WebKitWebDriver', env), findOnPath('Xvfb', env)])
    return driver !== null && xvfb !== null && browser !== undefined ? { driver, browser, xvfb } : null
  }
  const found = await search()
  if (found !== null) return found
  if ((await installPackage('webkit2gtk-driver', env, say)) && (await installPackage('xvfb', env, say))) return search()
  say('There is no WebKit of GTK with its driver and Xvfb, so its tests are skipped.')
  return null
}
