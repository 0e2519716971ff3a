// The storage map of a large folder alone, without a server: the names come from an index in memory, and pass what a
// person may see on their way to the sums. Measures processor time, which other load on the machine does not change.
// Exits with 1 if the map of 100,000 files takes more than 300 ms. FILES=1000000 for more of them.
import { createHash } from 'node:crypto'
import { environment } from '../../scripts/lib/environment.ts'
import { PERMISSIONS, type Permissions } from '../../backend/contract/permissions.ts'
import { createAccess } from '../../backend/src/features/access/access.ts'
import { StorageMaps } from '../../backend/src/features/storage-map/service.ts'
import { createTree } from '../../backend/src/features/tree/service.ts'
import type { TreeOptions } from '../../backend/src/features/tree/options.ts'
import type { User } from '../../backend/src/features/users/user.ts'
import { Catalogue } from '../../backend/src/storage/catalogue/catalogue.ts'
import type { KnownEntry } from '../../backend/src/storage/catalogue/entries.ts'
import { ROOT } from '../../backend/src/storage/paths.ts'
import type { FoundEntry, Stat } from '../../backend/src/storage/types.ts'
import { median } from './wire.ts'

const FILES = Number(environment()['FILES'] ?? 100_000)
const MOST_MS = (300 * FILES) / 100_000
const ROUNDS = 7
const BUCKET = 'nido-ann'
const ENDINGS = ['jpg', 'mkv', 'pdf', 'txt', 'mp3']

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Files in folders of folders, as a household has them. */
function indexed(): Catalogue {
  const catalogue = new Catalogue(() => undefined)
  catalogue.open(BUCKET)
  for (let made = 0; made < FILES; made += 1) {
    const key = `folder ${made % 100}/${2000 + (made % 26)}/file ${made}.${ENDINGS[made % ENDINGS.length] ?? ''}`
    const etag = createHash('md5').update(key).digest('hex')
    catalogue.putFile(BUCKET, key, { size: 1000 + made, modified: 1_700_000_000_000 + made, etag })
  }
  return catalogue
}

/** As the storage tells of an entry that the index knows. */
const foundOf = ({ name, kind, size, modified }: KnownEntry): FoundEntry => ({
  relative: name,
  kind,
  size,
  modified: Number.isFinite(modified) ? new Date(modified) : null,
  own: null,
})

/** The tree over an index, as a person without rules sees it. */
function mapsOver(catalogue: Catalogue) {
  const access = createAccess({ bucketPrefix: 'nido-', sharedFolder: '' }, { warn: () => undefined })
  const storage = {
    stat: async (): Promise<Stat> => ({ kind: 'folder', modified: null, own: null }),
    find: async function* (): AsyncGenerator<FoundEntry> {
      for (const some of catalogue.find(BUCKET, '', [])) for (const entry of some) yield foundOf(entry)
    },
  } as unknown as TreeOptions['storage']
  const tree = createTree({ storage, access })
  const perm = Object.fromEntries(PERMISSIONS.map((name) => [name, true])) as unknown as Permissions
  const ann = { id: 1, username: 'ann', scope: '/ann', perm, rules: [], hideDotfiles: false } as unknown as User
  const maps = new StorageMaps({ tree, typeOf: () => 'blob' })
  return () => maps.map({ actor: access.actorOf(ann, []), signal: new AbortController().signal }, ROOT)
}

async function main(): Promise<number> {
  const map = mapsOver(indexed())
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = processorMs()
    const { files, folders } = await map()
    times.push(processorMs() - began)
    if (files !== FILES || folders === 0)
      throw new Error(`the map has ${files} of ${FILES} files in ${folders} folders`)
  }
  const ms = median(times)
  const first = Math.max(...times).toFixed(0)
  process.stdout.write(
    `${FILES} files: ${ms.toFixed(0)} ms of processor time, ${first} ms the first time, ${MOST_MS} ms at most\n`,
  )
  return ms > MOST_MS ? 1 : 0
}

process.exit(await main())
