// Reads that are checked when everything is quiet: the bytes of some files, and the results of a search.
import { setTimeout as wait } from 'node:timers/promises'
import { encodePath, type Client } from '../helpers/client.ts'
import type { Found } from '../../backend/contract/search.ts'
import { ask, type Reply } from './asking.ts'
import type { Contents } from './contents.ts'
import { Difference } from './difference.ts'
import type { Random } from './random.ts'
import { REPLICAS } from './site.ts'
import type { Observer } from './observing.ts'
import type { Observed } from './states.ts'

/** How many files are read after each round. */
const READ = 4
/** The index may lag for a moment, and longer on a machine that stalls. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 100

export interface Reading {
  client: Client
  observer: Pick<Observer, 'tree'>
  contents: Contents
  found: Observed
  random: Random
  where: string
}

/**
 * Returns how many files were read. A request whose client has gone may still change something: if the listing differs
 * by then, the next round judges it. @throws Difference if the bytes differ from those written
 */
export async function checkBytes({ client, observer, contents, found, random, where }: Reading): Promise<number> {
  const all = [...found.files].sort(([one], [other]) => (one < other ? -1 : 1))
  const picked = new Set(Array.from({ length: Math.min(READ, all.length) }, () => random.pick(all)))
  for (const [path, size] of picked) {
    const replica = random.below(REPLICAS)
    const { status, body } = await read(client, path, replica)
    const isRight = status === 200 && contents.of(body) === size
    if (!isRight && (await observer.tree(replica)).files.get(path) === size)
      throw new Difference(
        where,
        [`${path}: expected content ${size}, read ${body.length} bytes with status ${status}`],
        [],
      )
  }
  return picked.size
}

/**
 * Reads a file. Right after its start, MinIO may refuse requests for a moment on a busy machine, and sockets that it
 * had before may still break. "Try again" (503) and no answer (0) say nothing about the file, so it is read again.
 */
async function read(client: Client, path: string, replica: number): Promise<Reply> {
  for (const end = performance.now() + PATIENCE_MS; ; await wait(PAUSE_MS)) {
    const reply = await ask(client, 'GET', `/api/raw${encodePath(path)}`, { replica })
    if (![0, 503].includes(reply.status) || performance.now() > end) return reply
  }
}

/**
 * A search for all names in use finds everything that listings show. Returns 1. @throws Difference if it does not
 * within the time allowed
 */
export async function checkSearch({ client, observer, random, where }: Reading): Promise<number> {
  const replica = random.below(REPLICAS)
  for (const end = performance.now() + PATIENCE_MS; ; await wait(PAUSE_MS)) {
    const { status, json } = await ask(client, 'GET', '/api/search/?query=a%20b%20c', { replica })
    const told =
      status === 200
        ? (json() as Found[])
            .map(({ dir, path }) => `${dir ? 'folder' : 'file'} /${path.replace(/^\//, '')}`)
            .sort()
            .join(' ')
        : `status ${status}`
    const { files, folders } = await observer.tree(replica)
    const there = [...[...files.keys()].map((path) => `file ${path}`), ...[...folders].map((path) => `folder ${path}`)]
    const wanted = there.sort().join(' ')
    if (told === wanted) return 1
    if (performance.now() > end) throw new Difference(where, [`a search expected ${wanted}`, `and found ${told}`], [])
  }
}
