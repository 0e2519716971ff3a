// Finds out what is in a torrent.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { torrentKey } from '../keys.ts'
import { failed } from '../landing-failures.ts'
import type { SwarmSources } from './begin-swarm.ts'
import { keepContents } from './details.ts'
import type { TorrentJob } from './kept.ts'
import { readMagnet } from './magnet.ts'
import { TORRENT_FILE } from './messages.ts'
import { type Metainfo, webSeedsAmong } from './metainfo.ts'
import type { TorrentWorkOptions } from './options.ts'
import { readTorrent } from './reading.ts'

export interface Learning {
  job: Pick<TorrentJob, 'id' | 'input'>
  /** The job's own on the disk. */
  folder: string
  signal: AbortSignal
  /** Asks peers. Resolves when the torrent file is in the folder. */
  ask(torrent: SwarmSources): Promise<void>
}

/**
 * What is in a torrent, from its file, or from peers. The torrent file is in the folder afterwards.
 * @throws JobFailed
 */
export async function learnTorrent(
  { storage, children }: Pick<TorrentWorkOptions, 'storage' | 'children'>,
  { job, folder, signal, ask }: Learning,
): Promise<Metainfo> {
  const { file, magnet } = job.input.source
  const inFolder = path.join(folder, TORRENT_FILE)
  const known = await storage.scratch.get(file ?? torrentKey(job.id))
  if (known === null) {
    if (magnet === null) throw failed('badTorrent', 'the torrent file is gone')
    await ask({ ...readMagnet(magnet), isPrivate: false })
  }
  const bytes = known ?? (await readFile(inFolder))
  const torrent = withSources(await readTorrent(children, bytes, signal), magnet)
  if (known === null) await storage.scratch.put(torrentKey(job.id), bytes)
  else await writeFile(inFolder, bytes, { mode: 0o600 })
  await keepContents(storage.scratch, job.id, torrent)
  return torrent
}

/** For a torrent of a magnet link: the link says where to find peers. */
function withSources(torrent: Metainfo, magnet: string | null): Metainfo {
  if (magnet === null) return torrent
  const { trackers, webSeeds } = readMagnet(magnet)
  return { ...torrent, trackers, webSeeds: webSeedsAmong(webSeeds) }
}
