// HAProxy, for tests of what stands before Nido in a cluster: Debian's, unpacked into the user's cache.
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { findUnpacked } from './debian.ts'
import type { ProgramPlaces } from './programs.ts'

/** The program, and the variables that it needs to find its libraries. */
export interface Haproxy {
  program: string
  env: Record<string, string>
}

/**
 * Fetches and unpacks the packages if they are not there yet. That needs no permission.
 * @throws Error in words where there are no Debian packages
 */
export async function findHaproxy(places: ProgramPlaces): Promise<Haproxy> {
  const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']
  const lastFile = 'usr/sbin/haproxy'
  const folder = await findUnpacked(places, { name: 'haproxy', packages, lastFile })
  // One folder, which is named like the processor.
  const libraries = await Array.fromAsync(glob(path.join(folder, 'usr/lib/*-linux-*')))
  return { program: path.join(folder, lastFile), env: { LD_LIBRARY_PATH: libraries.join(':') } }
}
