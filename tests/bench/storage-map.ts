// The storage map of a large folder alone, without a server: the names come from an index in memory, and pass what a
// person may see on their way to the sums. Measures processor time, which other load on the machine does not change.
// Exits with 1 if the map of 100,000 files takes more than 300 ms. FILES=1000000 for more of them.
import { environment } from '../../scripts/lib/environment.ts'
import { StorageMaps } from '../../backend/src/features/storage-map/service.ts'
import { ROOT } from '../../backend/src/storage/paths.ts'
import { isWithin, treeOfPerson } from './person-tree.ts'

const FILES = Number(environment()['FILES'] ?? 100_000)
const MOST_MS = (300 * FILES) / 100_000
const ENDINGS = ['jpg', 'mkv', 'pdf', 'txt', 'mp3']

/** Files in folders of folders, as a household has them. */
const keyOf = (made: number) =>
  `folder ${made % 100}/${2000 + (made % 26)}/file ${made}.${ENDINGS[made % ENDINGS.length] ?? ''}`

const { tree, actor } = treeOfPerson(Array.from({ length: FILES }, (_, made) => keyOf(made)))
const maps = new StorageMaps({ tree, typeOf: () => 'blob' })
const isQuick = await isWithin(MOST_MS, `a map of ${FILES} files`, async () => {
  const { files, folders } = await maps.map({ actor, signal: new AbortController().signal }, ROOT)
  if (files !== FILES || folders === 0) throw new Error(`the map has ${files} of ${FILES} files in ${folders} folders`)
})
process.exit(isQuick ? 0 : 1)
