// ffmpeg, which the tests make films and songs with: one that is there, else Debian's package.
import { installPackage } from './debian.ts'
import { findOnPath } from './programs.ts'

/**
 * Finds an ffmpeg, or installs one where that is possible without asking. Without one, the tests of films and songs are
 * skipped.
 */
export async function findFfmpeg(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  if ((await findOnPath('ffmpeg', env)) || (await installPackage('ffmpeg', env, say))) return
  say('There is no ffmpeg here: tests of films and songs are skipped.')
}
