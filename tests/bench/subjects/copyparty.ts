// copyparty, a file server in Python over the local disk, with an index of names.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startChild } from '../../../scripts/lib/child.ts'
import { statusOf, waitFor } from '../../../scripts/lib/embedded.ts'
import { findFreePort } from '../../../scripts/lib/ports.ts'
import { ROOT } from '../../../scripts/lib/places.ts'
import type { ProgramPlaces } from '../../../scripts/lib/programs.ts'
import { pythonWith } from '../../../scripts/lib/python.ts'
import type { Servers } from '../../helpers/servers.ts'
import { exchange } from '../wire.ts'
import { happens } from '../../helpers/until.ts'
import { PATIENCE_MS, type Peer } from './subject.ts'
import { fillDisk } from './webdav.ts'

const PACKAGES = {
  name: 'copyparty',
  requirements: path.join(ROOT, 'scripts', 'copyparty', 'requirements.txt'),
  purpose: 'comparisons of speed',
}
const ARGUMENTS = ['-q', '-e2dsa', '--no-robots', '--no-crt', '--no-hash', '.*', '--srch-hits', '100000']

/** @throws Error in words if there is no Python for it */
export async function startCopyparty(_servers: Servers, places: ProgramPlaces): Promise<Peer> {
  const python = path.join(await pythonWith(PACKAGES, places), 'bin', 'python3')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-copyparty-'))
  const [root, port] = [path.join(folder, 'files'), await findFreePort()]
  await mkdir(root)
  const everything = `${root}::A`
  const child = await startChild('copyparty', {
    command: python,
    args: ['-m', 'copyparty', ...ARGUMENTS, '-i', '127.0.0.1', '-p', String(port), '-v', everything],
    env: { ...places.env, HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(child, async () => (await statusOf(`${url}/?ls`)) === 200)
  const post = (at: string) => exchange(`${url}/${at}`, { method: 'POST' })
  const find = (words: string) => ({
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: Buffer.from(JSON.stringify({ q: `name like *${words}*` })),
  })
  const knows = async (name: string) =>
    (await exchange(`${url}/?srch`, { ...find(name), isKept: true })).body.toString().includes(name)
  return {
    name: 'copyparty',
    pids: () => [child.pid],
    put: (at, body) => exchange(`${url}/${at}`, { method: 'PUT', body }),
    get: (at, headers = {}) => exchange(`${url}/${at}`, { headers }),
    list: (at) => exchange(`${url}/${at}/?ls`, { headers: { 'Accept-Encoding': 'gzip' } }),
    search: (_folder, words) => exchange(`${url}/?srch`, find(words)),
    rename: (from, to) => post(`${from}?move=/${to}`),
    copy: (from, to) => post(`${from}?copy=/${to}`),
    remove: (at) => post(`${at}?delete`),
    zip: (at) => exchange(`${url}/${at}/?zip`),
    thumb: (at) => exchange(`${url}/${at}?th=j`),
    fill: async (paths) => {
      await fillDisk(root, paths)
      await exchange(`${url}/?scan=/`)
      const last = path.basename(paths.at(-1) ?? '')
      await happens(() => knows(last).catch(() => false), `copyparty knows ${last}`, PATIENCE_MS)
    },
    stop: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
