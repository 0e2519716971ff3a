// Browsers of other engines than Chromium's, for tests in their long form: from a setting or PATH, or Debian's.
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
