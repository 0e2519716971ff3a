// What the storage does without being asked: it ends what is too old, too many or left behind.
import type { StorageCore } from './core.ts'
import { endNotes } from './operations/notes.ts'
import type { StorageParts } from './parts.ts'
import { translating } from './s3-errors.ts'
import type { Storage } from './types.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

type Upkeep = Pick<Storage, 'endOldVersions' | 'endStrayParts' | 'endManyVersions' | 'settleNotes' | 'tasks'>

export function createUpkeep(core: StorageCore, parts: StorageParts): Upkeep {
  const endOldVersions = () => parts.retention.sweep()
  const endManyVersions = () => parts.trimming.sweep()
  const settleNotes = () =>
    translating(async () => {
      await parts.replaced.recover()
      await parts.doubts.settle()
    })
  return {
    endOldVersions,
    endStrayParts: (held) => parts.strayParts.sweep(held),
    endManyVersions,
    settleNotes,
    tasks: [
      { name: 'storage', everyMs: 10 * MINUTE_MS, run: () => tidy(core, parts) },
      // Often, because somebody may be looking at the progress of work whose replica was killed.
      { name: 'lost work', everyMs: MINUTE_MS, run: async () => parts.records.closeLost(await core.journal.read()) },
      { name: 'notes', everyMs: MINUTE_MS, run: settleNotes },
      { name: 'versions', everyMs: DAY_MS, run: endManyVersions },
      { name: 'retention', everyMs: 10 * MINUTE_MS, run: endOldVersions },
    ],
  }
}

/** Removes records that nobody needs any more. Two replicas may do it at once. */
async function tidy({ journal, leases, now }: StorageCore, { context, work, buckets }: StorageParts): Promise<void> {
  await context.records.removeEnded()
  // The works are listed before the journal is read, since an operation registers before it writes its work down.
  const works = await work.ids()
  const { ops } = await journal.read()
  await work.drop(works.filter((id) => !ops.some((op) => op.id === id)))
  // One day later, lifecycle rules have ended the versions that such a note could bring back.
  await endNotes(context, now() - (buckets.retentionDays + 1) * DAY_MS)
  await leases.removeEnded()
}
