// nginx as it is in the image of web: Debian's, unpacked into the user's cache, so that no service of it is started.
import path from 'node:path'
import { findUnpacked } from './debian.ts'
import type { ProgramPlaces } from './programs.ts'

/** The program, and the module that sends what is compressed by brotli already. */
export interface Nginx {
  program: string
  brotli: string
}

/**
 * Fetches and unpacks the packages if they are not there yet. That needs no permission.
 * @throws Error in words where there are no Debian packages
 */
export async function findNginx(places: ProgramPlaces): Promise<Nginx> {
  const brotli = 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
  const packages = ['nginx', 'libnginx-mod-http-brotli-static']
  const folder = await findUnpacked(places, { name: 'nginx', packages, lastFile: brotli })
  return { program: path.join(folder, 'usr/sbin/nginx'), brotli: path.join(folder, brotli) }
}
