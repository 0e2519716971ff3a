// An in-memory storage with the given files, for unit tests of code that reads from the storage. The real storage has
// tests of its own.
import { Readable } from 'node:stream'
import { AppError } from '../../backend/src/lib/app-error.ts'
import type { Listed } from '../../backend/src/storage/listing-page.ts'
import { fileKey, folderKey, type Place } from '../../backend/src/storage/paths.ts'
import { treeOf } from '../../backend/src/storage/tree.ts'
import type { Entry, FileStat, FolderStat, FoundEntry, Stat, Storage } from '../../backend/src/storage/types.ts'

/** The time of every file and of every folder's marker, and the time of the newest entry in every folder. */
export const WRITTEN = new Date(1_000)
export const NEWEST = new Date(9_000)

const FILE: FileStat = { kind: 'file', size: 1, modified: WRITTEN, etag: 'e', contentType: 'text/plain', version: 'v' }

export type MadeUpStorage = Pick<
  Storage,
  | 'stat'
  | 'list'
  | 'listing'
  | 'listingVersion'
  | 'changedSince'
  | 'folderTime'
  | 'open'
  | 'known'
  | 'isKnownFree'
  | 'tree'
  | 'survey'
  | 'find'
>

/** @param files by bucket and key, one byte each. @param looks how often a survey calls `collect` */
export function makeUpStorage(files: readonly string[], looks = 1): MadeUpStorage {
  const keysOf = ({ bucket }: Place): string[] =>
    files.filter((file) => file.startsWith(`${bucket}/`)).map((file) => file.slice(bucket.length + 1))
  const keysBelow = (at: Place): string[] => keysOf(at).filter((key) => key.startsWith(folderKey(at)))
  const isFile = (at: Place): boolean => keysOf(at).includes(fileKey(at))
  const folderOf = (keys: readonly string[]): FolderStat => ({
    kind: 'folder',
    modified: NEWEST,
    own: WRITTEN,
    bytes: keys.length,
  })

  async function stat(at: Place): Promise<Stat> {
    if (isFile(at)) return FILE
    if (keysBelow(at).length === 0) throw new AppError('notFound', 'there is nothing')
    return folderOf(keysBelow(at))
  }

  async function list(at: Place): Promise<Entry[]> {
    if ((await stat(at)).kind === 'file') throw new AppError('isFile', 'that is a file')
    const below = Map.groupBy(keysBelow(at), (key) => key.slice(folderKey(at).length).split('/')[0] ?? '')
    return [...below].map(([name, keys]) => ({
      ...(keys.includes(folderKey(at) + name) ? FILE : folderOf(keys)),
      name,
    }))
  }

  const tree = (at: Place) => treeOf(keysBelow(at).sort().map(listed), folderKey(at))

  async function* find(at: Place): AsyncGenerator<FoundEntry[]> {
    for await (const { kind, relative } of tree(at))
      yield [
        kind === 'file'
          ? { relative, kind, size: FILE.size, modified: WRITTEN, own: null }
          : { relative, kind, size: 0, modified: NEWEST, own: WRITTEN },
      ]
  }

  return {
    stat,
    list,
    listing: async (at) => ({ entries: await list(at), version: 'v' }),
    listingVersion: async () => 'v',
    changedSince: async () => null,
    tree,
    find,
    folderTime: async () => WRITTEN,
    open: async (at) => {
      const found = await stat(at)
      if (found.kind === 'folder') throw new AppError('isFolder', 'that is a folder')
      return { stat: found, read: () => Readable.from([Buffer.alloc(1)]) }
    },
    known: async (at) => (isFile(at) ? FILE : null),
    isKnownFree: async () => false,
    survey: async (at, collect) => {
      for (let look = 1; look < looks; look += 1) await collect(tree(at))
      return collect(tree(at))
    },
  }
}

const listed = (key: string): Listed => ({
  key,
  version: 'v',
  isMarker: false,
  size: FILE.size,
  etag: FILE.etag,
  lastModified: WRITTEN,
  metadata: {},
  contentType: FILE.contentType,
})
