// ffmpeg, with which tests make videos and songs: an installed one, or Debian's package.
import { installPackage } from './debian.ts'
import { findOnPath } from './programs.ts'

/**
 * Finds an ffmpeg, or installs one if that needs no permission. Without it, the tests of videos and songs are skipped.
 */
export async function findFfmpeg(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  if ((await findOnPath('ffmpeg', env)) || (await installPackage('ffmpeg', env, say))) return
  say('There is no ffmpeg here: tests of films and songs are skipped.')
}
