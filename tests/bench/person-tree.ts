// A person's tree over an index in memory, without a server and a storage, and the processor time of work on it.
import { createHash } from 'node:crypto'
import { PERMISSIONS, type Permissions } from '../../backend/contract/permissions.ts'
import { createAccess } from '../../backend/src/features/access/access.ts'
import type { TreeOptions } from '../../backend/src/features/tree/options.ts'
import { createTree } from '../../backend/src/features/tree/service.ts'
import type { User } from '../../backend/src/features/users/user.ts'
import { Catalogue } from '../../backend/src/storage/catalogue/catalogue.ts'
import type { KnownEntry } from '../../backend/src/storage/catalogue/entries.ts'
import type { Place } from '../../backend/src/storage/paths.ts'
import type { FoundEntry, Stat } from '../../backend/src/storage/types.ts'
import { median } from './wire.ts'

const ROUNDS = 7
const BUCKET = 'nido-ann'

/** As the storage tells of an entry that the index knows. */
const foundOf = ({ name, kind, size, modified }: KnownEntry): FoundEntry => ({
  relative: name,
  kind,
  size,
  modified: Number.isFinite(modified) ? new Date(modified) : null,
  own: null,
})

/** An index of files with these keys. */
function indexed(keys: readonly string[]): Catalogue {
  const catalogue = new Catalogue(() => undefined)
  catalogue.open(BUCKET)
  for (const [at, key] of keys.entries()) {
    const etag = createHash('md5').update(key).digest('hex')
    catalogue.putFile(BUCKET, key, { size: 1000 + at, modified: 1_700_000_000_000 + at, etag })
  }
  return catalogue
}

/** The tree of a person without rules who has files with these keys. */
export function treeOfPerson(keys: readonly string[]) {
  const catalogue = indexed(keys)
  const access = createAccess({ bucketPrefix: 'nido-', sharedFolder: '' }, { warn: () => undefined })
  const storage = {
    stat: async (): Promise<Stat> => ({ kind: 'folder', modified: null, own: null }),
    find: async function* (at: Place, terms: readonly string[]): AsyncGenerator<FoundEntry[]> {
      for (const some of catalogue.find(BUCKET, at.path, terms)) yield some.map(foundOf)
    },
  } as unknown as TreeOptions['storage']
  const perm = Object.fromEntries(PERMISSIONS.map((name) => [name, true])) as unknown as Permissions
  const ann = { id: 1, username: 'ann', scope: '/ann', perm, rules: [], hideDotfiles: false } as unknown as User
  return { access, tree: createTree({ storage, access }), actor: access.actorOf(ann, []) }
}

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Prints how long work takes in the middle of several rounds. Answers whether that is within `most` milliseconds. */
export async function isWithin(most: number, what: string, work: () => Promise<void>): Promise<boolean> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = processorMs()
    await work()
    times.push(processorMs() - began)
  }
  const ms = median(times)
  const first = times[0] ?? NaN
  process.stdout.write(
    `${what}: ${ms.toFixed(0)} ms of processor time, ${first.toFixed(0)} ms the first time, ${most} ms at most\n`,
  )
  return ms <= most
}
