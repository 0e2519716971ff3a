// Fonts for the browser tests. The page brings letters for languages in Latin script, and uses the system's
// for the others: without any, their texts would be boxes of another width.
import { installPackage, run } from './debian.ts'
import { findOnPath } from './programs.ts'

/** Packages of Debian, and a font of each. */
const FONTS = [
  { name: 'fonts-noto-core', font: 'Noto Sans Arabic' },
  { name: 'fonts-noto-cjk', font: 'Noto Sans CJK JP' },
]

/** Installs what the machine lacks, if that needs no permission. Without them, the tests run all the same. */
export async function installFonts(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  if (!(await findOnPath('fc-list', env))) return
  for (const { name, font } of FONTS) {
    const isThere = await run('sh', ['-c', 'test -n "$(fc-list "$0")"', font], env)
    if (!isThere && !(await installPackage(name, env, say))) say(`Without ${name}, some languages are boxes`)
  }
}
