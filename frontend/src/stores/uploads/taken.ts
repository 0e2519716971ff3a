// A file whose name was taken while it was on its way.
import type { Item } from '../../../../backend/contract/resources.ts'
import { freeName } from '../../../../backend/contract/numbered-names.ts'
import { childOf, parentOf } from '../../lib/paths.ts'
import type { Conflict, ConflictChoice } from '../dialogs.ts'
import { isSameFile } from './same-file.ts'
import type { UploadJob } from './UploadJob.ts'
import type { UploadQueue } from './UploadQueue.ts'

export interface TakenOptions {
  queue: Pick<UploadQueue, 'finish' | 'go' | 'cancel'>
  list(path: string): Promise<readonly Item[] | null>
  /** Returns null if the person cancelled. */
  ask(conflict: Conflict, folder: string): Promise<readonly ConflictChoice[] | null>
}

/** Asks the person what to do with a job in the state `asking`, and lets it continue or ends it. */
export async function askAboutTaken(job: UploadJob, { queue, list, ask }: TakenOptions): Promise<void> {
  const folder = parentOf(job.path)
  const items = (await list(folder)) ?? []
  const present = items.find(({ name }) => name === job.name)
  if (job.state !== 'asking' || !job.file) return
  // An earlier try arrived, and only its answer was lost.
  if (present && isSameFile(present, job.file)) return queue.finish(job)
  if (!present) return queue.go(job)
  const { path, name, size, file } = job
  const incoming = { path, name, size, modified: new Date(job.modified).toISOString(), isDir: false, file }
  const [choice] = (await ask({ incoming, present }, folder)) ?? []
  if (job.state !== 'asking') return
  if (choice === 'replace') job.allowReplacing()
  else if (choice === 'keepBoth') {
    const free = freeName(name, (wanted) => items.some((item) => item.name === wanted))
    job.moveTo(childOf(folder, free))
  } else return queue.cancel(job)
  queue.go(job)
}
