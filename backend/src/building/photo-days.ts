// Builds what finds photos of a day: for the API what lists them, for a worker what reads their dates.
import { fileTypeOf } from '../features/files/file-type.ts'
import { photoOf } from '../features/files/photos.ts'
import { KeptPhotoDays } from '../features/photo-days/kept.ts'
import { HousePhotoDays } from '../features/photo-days/service.ts'
import { createPhotoDatesWork } from '../features/photo-days/work.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { JobWork } from '../jobs/types.ts'
import type { Services } from '../services.ts'
import type { Storage } from '../storage/types.ts'
import type { ContentServices } from './content.ts'
import type { Ground } from './ground.ts'
import type { PeopleServices } from './people.ts'

export interface PhotoDaysParts {
  storage: Storage
  people: PeopleServices
  content: ContentServices
  jobQueue: JobQueue
}

export function buildPhotoDays(
  { changeCounters, now }: Ground,
  { storage, people, content, jobQueue }: PhotoDaysParts,
): HousePhotoDays {
  const kept = new KeptPhotoDays(storage.scratch)
  people.userRemovals.onErased((at) => kept.forget(at))
  return new HousePhotoDays({
    tree: content.tree,
    kept,
    queue: jobQueue,
    workers: () => changeCounters.workers().running,
    typeOf: (name, size) => fileTypeOf({ name, size, sniffed: null }),
    now,
  })
}

/** Reads the dates of photos, in a worker. */
export const buildPhotoDatesWork = ({ ground, storage, children }: Services): JobWork<never, never> =>
  createPhotoDatesWork({
    storage,
    kept: new KeptPhotoDays(storage.scratch),
    takenOf: async (file, signal) => (await photoOf(children.looks, file, signal))?.taken,
    now: ground.now,
  }) as JobWork<never, never>
