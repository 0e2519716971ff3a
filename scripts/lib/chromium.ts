// The browser for the browser tests: Debian's headless shell, any installed Chromium, or Playwright's own download.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installPackage, run } from './debian.ts'
import { NODE, ROOT } from './places.ts'
import { findOnPath } from './programs.ts'

/** Chromium without a window system, which would take half of the processor. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a Chromium, or installs one if that needs no permission.
 * @returns the program's file, or null for Playwright's own browser
 * @throws Error that says what to install
 */
export async function findChromium(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<string | null> {
  if (env['CHROMIUM']) return env['CHROMIUM']
  if (!(await findOnPath(SHELL, env))) await installPackage(SHELL, env, say)
  const found = await search(env)
  if (found) return found
  say("Fetching Playwright's own Chromium")
  if (
    await run(
      NODE,
      [path.join(ROOT, 'node_modules', 'playwright', 'cli.js'), 'install', '--only-shell', 'chromium'],
      env,
    )
  )
    return null
  throw new Error(
    'The browser tests need Chromium: install the package `chromium` of your system, or name its program in CHROMIUM.',
  )
}

async function search(env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const name of NAMES) {
    const found = await findOnPath(name, env)
    if (found) return found
  }
  return existsSync(APPLICATION) ? APPLICATION : null
}
