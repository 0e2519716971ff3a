// A link may lead to a torrent file. Then another import fetches what that names.
import { freeName } from '../../../../contract/numbered-names.ts'
import type { JobQueue } from '../../../jobs/queue.ts'
import type { Scratch } from '../../../storage/types.ts'
import { ImportJobs } from '../jobs.ts'
import { torrentKey } from '../keys.ts'
import type { ImportInputOf } from '../types.ts'
import type { LinkWorkOptions } from './options.ts'

export interface TorrentStarterOptions {
  queue: Pick<JobQueue, 'add' | 'find' | 'list'>
  scratch: Pick<Scratch, 'put'>
}

/** Adds the import of a torrent that was at a link. Whether its owner may import torrents is asked when it lands. */
export function createTorrentStarter({
  queue,
  scratch,
}: TorrentStarterOptions): NonNullable<LinkWorkOptions['startTorrent']> {
  const jobs = new ImportJobs(queue)
  return async ({ id: linkId, owner, input: { shownSource, target, from } }, torrent) => {
    // The same after a crash, so that it begins once.
    const id = `${linkId}-torrent`
    if ((await queue.find(id)) !== null) return
    await scratch.put(torrentKey(id), torrent.bytes)
    const others = (await jobs.list(owner)).filter(({ kind }) => kind === 'torrent')
    const taken = new Set(others.map(({ input }) => input.name))
    const name = freeName(torrent.name.replace(/\.torrent$/i, ''), (candidate) => taken.has(candidate))
    const source = { file: torrentKey(id), magnet: null, wanted: null, inOrder: false, trackers: null }
    const common = { name, shownSource, target, ...(from === undefined ? {} : { from }) }
    const input: ImportInputOf<'torrent'> = { ...common, source }
    await queue.add([{ _id: id, kind: 'torrent', owner, input }])
  }
}
