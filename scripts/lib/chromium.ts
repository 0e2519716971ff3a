// The browser of the browser tests: one that is there, else Debian's package, else Playwright's own download.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installPackage, run } from './debian.ts'
import { NODE, ROOT } from './page.ts'
import { findOnPath } from './programs.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPLICATION = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a Chromium, or installs one where that is possible without asking.
 * @returns the program's file, or null for the browser that Playwright keeps itself
 * @throws Error that says what to install
 */
export async function findChromium(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<string | null> {
  const found = env['CHROMIUM'] || await search(env)
  if (found) return found
  if (await installPackage('chromium', env, say)) {
    const installed = await search(env)
    if (installed) return installed
  }
  say("Fetching Playwright's own Chromium")
  if (await run(NODE, [path.join(ROOT, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], env)) return null
  throw new Error('The browser tests need Chromium: install the package `chromium` of your system, or name its program in CHROMIUM.')
}

async function search(env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const name of NAMES) {
    const found = await findOnPath(name, env)
    if (found) return found
  }
  return existsSync(APPLICATION) ? APPLICATION : null
}
