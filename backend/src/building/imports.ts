// Builds the imports: the queue of their jobs, what people ask of it, and, in a worker, what carries them out.
import { randomUUID } from 'node:crypto'
import { IMPORTS_KEPT_HOURS, IMPORTS_KEPT_MAX } from '../../contract/limits.ts'
import type { Access } from '../features/access/access.ts'
import type { Events } from '../features/events/service.ts'
import { HouseFollows } from '../features/imports/follows/service.ts'
import { ImportHistory, importHistoryModel } from '../features/imports/history.ts'
import { ImportJobs } from '../features/imports/jobs.ts'
import { ImportNews } from '../features/imports/news.ts'
import { YtDlpUpdates } from '../features/imports/program/updates.ts'
import { ImportProbing } from '../features/imports/probing.ts'
import { HouseImports, type ImportsOptions } from '../features/imports/service.ts'
import { ImportStarting } from '../features/imports/starting.ts'
import { torrentDetails } from '../features/imports/torrents/details.ts'
import { readTorrentForm } from '../features/imports/torrents/form.ts'
import type { TorrentKept } from '../features/imports/torrents/kept.ts'
import { jobModel } from '../jobs/model.ts'
import { JobQueue } from '../jobs/queue.ts'
import { createDialler } from '../lib/dial/index.ts'
import { locate, parseUserPath } from '../storage/paths.ts'
import type { Storage } from '../storage/types.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

const HOUR_MS = 3_600_000

export interface ImportsParts {
  access: Access
  storage: Storage
  people: PeopleServices
  content: ContentServices
}

/** Gives back room at the folder of a torrent, if it has one. */
const loweringRoom =
  ({ access, people, content }: Pick<ImportsParts, 'access' | 'people' | 'content'>): ImportsOptions['lowerRoom'] =>
  async ({ _id: id, owner, progress }, bytes) => {
    const top = (progress?.kept as TorrentKept | null | undefined)?.top ?? null
    const account = await people.people.get(owner)
    if (top === null || !account) return
    await content.quotas.lower(locate(access.actorOf(account.user, []).mounts, parseUserPath(top)), { id, bytes })
  }

export function buildImports(ground: Ground, { access, storage: { scratch }, people, content }: ImportsParts) {
  const { database, changeCounters, metrics, now, keep } = ground
  const model = jobModel(database)
  metrics.describeJobs(() => model.find({}, { kind: 1, state: 1 }).lean())
  const queue = keep(
    new JobQueue({ model, changeCounters, now, keptMs: IMPORTS_KEPT_HOURS * HOUR_MS, keptMost: IMPORTS_KEPT_MAX }),
  )
  people.userRemovals.onEnd((id) => queue.cancelAllOf(id))
  // An import keeps its room until its job is gone.
  content.quotas.onNeeded(async () => new Set((await queue.open()).map(({ _id }) => _id)))
  const history = new ImportHistory(importHistoryModel(database))
  people.userRemovals.onEnd((id) => history.clear(id))
  const shared = { queue, jobs: new ImportJobs(queue), history, scratch }
  const importStarting = new ImportStarting({
    ...shared,
    access,
    tree: content.tree,
    readForm: (form) => readTorrentForm(form, content.children.looks),
    audit: people.audit,
    newId: randomUUID,
  })
  const usernameOf = async (id: number) => (await people.people.get(id))?.user.username ?? ''
  const follows = new HouseFollows({ queue, access, tree: content.tree, usernameOf, now, newId: randomUUID })
  const imports = new HouseImports({
    ...shared,
    contentsOf: (job) => torrentDetails(scratch, job),
    lowerRoom: loweringRoom({ access, people, content }),
    usernameOf,
    workers: () => changeCounters.workers(),
  })
  return {
    jobModel: model,
    jobQueue: queue,
    imports,
    importStarting,
    follows,
    importHistory: history,
    importProbing: new ImportProbing({ queue, access, scratch, newId: randomUUID }),
    ytDlpUpdates: buildYtDlpUpdates(ground, scratch, content),
  }
}

const buildYtDlpUpdates = ({ config, changeCounters }: Ground, scratch: Storage['scratch'], content: ContentServices) =>
  new YtDlpUpdates({
    isOn: config.YTDLP_UPDATES,
    index: config.YTDLP_INDEX,
    dialler: createDialler({ privateAddresses: config.IMPORT_PRIVATE_ADDRESSES }),
    children: content.children.looks,
    scratch,
    changeCounters,
  })

/** Tells open pages of changes. */
export function tellImports(
  { log }: Ground,
  { jobQueue, imports, events }: { jobQueue: JobQueue; imports: HouseImports; events: Events },
): ImportNews {
  return new ImportNews({ imports, onChange: (listener) => jobQueue.onChange(listener), events, log })
}
