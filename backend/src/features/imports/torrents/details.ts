// What is in a torrent and where peers are asked for, for its details: as its worker has written it down.
import { z } from 'zod'
import type { ImportDetails } from '../../../../contract/imports.ts'
import type { Storage } from '../../../storage/types.ts'
import { contentsKey, importPrefix } from '../keys.ts'
import type { ImportJob } from '../records.ts'
import { NumberSet, type TorrentKept } from './kept.ts'
import type { Metainfo } from './metainfo.ts'

type Scratch = Pick<Storage['scratch'], 'get' | 'put' | 'delete' | 'list'>

const contents = z.strictObject({
  files: z.array(z.strictObject({ number: z.int(), path: z.string(), size: z.int() })),
  trackers: z.array(z.string()),
})

/** Numbers of the files that can be wanted, in the order in which people see them. */
export const visibleFiles = ({ files }: Pick<Metainfo, 'files'>): number[] =>
  files.flatMap(({ isLeftOut }, number) => (isLeftOut ? [] : number))

/** Keeps what is in a torrent for `torrentDetails`. */
export async function keepContents(scratch: Pick<Scratch, 'put'>, jobId: string, torrent: Metainfo): Promise<void> {
  const { trackers } = torrent
  const files = visibleFiles(torrent).map((number) => {
    const { path = '', size = 0 } = torrent.files[number] ?? {}
    return { number, path, size }
  })
  const kept: z.infer<typeof contents> = { files, trackers }
  await scratch.put(contentsKey(jobId), Buffer.from(JSON.stringify(kept)))
}

/** What is in a torrent; null while nobody knows it. */
export async function readTorrentContents(
  scratch: Pick<Scratch, 'get'>,
  jobId: string,
): Promise<z.infer<typeof contents> | null> {
  const bytes = await scratch.get(contentsKey(jobId))
  return bytes === null ? null : contents.parse(JSON.parse(bytes.toString()))
}

/** The files of a torrent, none while nobody knows them. An import wants them by their place in this list. */
export async function torrentDetails(
  scratch: Pick<Scratch, 'get'>,
  { _id, input, progress }: ImportJob<'torrent'>,
): Promise<Pick<ImportDetails, 'contents' | 'first' | 'trackers'>> {
  const { source } = input
  const known = await readTorrentContents(scratch, _id)
  const { first = [] } = source
  if (known === null) return { contents: [], first, trackers: source.trackers ?? [] }
  const { files, trackers } = known
  const kept = progress?.kept as TorrentKept | null | undefined
  const stored = new NumberSet(kept?.stored)
  const coming = new Map(kept?.coming.map(({ number, bytes }) => [number, bytes]))
  const wanted = source.wanted && new Set(source.wanted)
  return {
    first,
    trackers: source.trackers ?? trackers,
    contents: files.map(({ number, path, size }, index) => {
      const done = stored.has(number)
      const downloaded = done ? size : (coming.get(number) ?? 0)
      return { path, size, done, downloaded, wanted: wanted?.has(index) ?? true }
    }),
  }
}

/** Removes all that an import has in the system bucket. */
export async function removeKept(scratch: Pick<Scratch, 'delete' | 'list'>, jobId: string): Promise<void> {
  await scratch.delete(await scratch.list(importPrefix(jobId)))
}
