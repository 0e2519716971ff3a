// promtool, which checks rules of Prometheus: `PROMTOOL_BIN`, or `promtool` on PATH, or the one of Debian's package,
// which is only unpacked, not installed.
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { unpackPackages } from './debian.ts'
import { cacheFolder, findOnPath, type ProgramPlaces } from './programs.ts'

/** @throws Error with a readable message if there is none */
export async function findPromtool({ env, say }: ProgramPlaces): Promise<string> {
  const folder = cacheFolder(env)
  const file = path.join(folder, 'promtool')
  const found = env['PROMTOOL_BIN'] || (await findOnPath('promtool', { ...env, PATH: `${env['PATH']}:${folder}` }))
  if (found) return found
  say('Fetching promtool (apt-get download prometheus)')
  await mkdir(folder, { recursive: true })
  const place = await mkdtemp(path.join(folder, 'debian-'))
  try {
    if (!(await unpackPackages(['prometheus'], place, env)))
      throw new Error('promtool is needed to check the rules of Prometheus: install it, or name it in PROMTOOL_BIN.')
    await rename(path.join(place, 'usr', 'bin', 'promtool'), file)
    return file
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
