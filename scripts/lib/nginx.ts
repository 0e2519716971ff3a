// nginx as it is in the image of web: Debian's, unpacked into the user's cache, so that no service of it is started.
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { unpackPackages } from './debian.ts'
import { cacheFolder, findOnPath, type ProgramPlaces } from './programs.ts'

const PACKAGES = ['nginx', 'libnginx-mod-http-brotli-static']
const MODULE = 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** The program, and the module that sends what is compressed by brotli already. */
export interface Nginx {
  program: string
  brotli: string
}

/**
 * Fetches and unpacks the packages if they are not there yet. That needs no permission.
 * @throws Error in words where there are no Debian packages
 */
export async function findNginx({ env, say }: ProgramPlaces): Promise<Nginx> {
  const folder = path.join(cacheFolder(env), 'nginx')
  const found = { program: path.join(folder, 'usr/sbin/nginx'), brotli: path.join(folder, MODULE) }
  if (await isThere(found.brotli)) return found
  if (!(await findOnPath('apt-get', env)))
    throw new Error('The tests of web need nginx of Debian, and apt-get to get it.')
  say('Fetching nginx')
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    if (!(await unpackPackages(PACKAGES, draft, env))) throw new Error('nginx could not be fetched.')
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another run may have been faster.
      if (!(await isThere(found.brotli))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return found
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
