// Builds the imports: the queue of their jobs, what people ask of it, and, in a worker, what carries them out.
import { randomUUID } from 'node:crypto'
import { IMPORTS_KEPT_HOURS, IMPORTS_KEPT_MAX } from '../../contract/limits.ts'
import type { Access } from '../features/access/access.ts'
import type { Events } from '../features/events/service.ts'
import { ImportNews } from '../features/imports/news.ts'
import { HouseImports } from '../features/imports/service.ts'
import { readTorrentForm } from '../features/imports/torrents/form.ts'
import { jobModel } from '../jobs/model.ts'
import { JobQueue } from '../jobs/queue.ts'
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

export function buildImports(ground: Ground, { access, storage, people, content }: ImportsParts) {
  const { database, changeCounters, now, keep } = ground
  const jobs = jobModel(database)
  const queue = keep(
    new JobQueue({ model: jobs, changeCounters, now, keptMs: IMPORTS_KEPT_HOURS * HOUR_MS, keptMost: IMPORTS_KEPT_MAX }),
  )
  people.userRemovals.onEnd((id) => queue.cancelAllOf(id))
  const imports = new HouseImports({
    queue,
    access,
    tree: content.tree,
    scratch: storage.scratch,
    readForm: (form) => readTorrentForm(form, content.children.looks),
    contentsOf: async () => ({ contents: [], trackers: [] }),
    usernameOf: async (id) => (await people.people.get(id))?.user.username ?? '',
    workers: () => changeCounters.workers(),
    audit: people.audit,
    newId: randomUUID,
  })
  return { jobs, queue, imports }
}

/** Tells open pages of changes. */
export function tellImports(
  { log }: Ground,
  { queue, imports, events }: { queue: JobQueue; imports: HouseImports; events: Events },
): ImportNews {
  return new ImportNews({ imports, onChange: (listener) => queue.onChange(listener), events, log })
}
