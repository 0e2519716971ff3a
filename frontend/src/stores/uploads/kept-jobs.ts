// What the browser keeps of uploads, so that they can continue after a reload. Its code is fetched with the first one.
import { fetchPart } from '../../lib/fetch-part.ts'
import { prefetched } from '../../lib/prefetch.ts'
import type { UnfinishedUpload } from './UnfinishedUploads.ts'
import type { UploadJob } from './UploadJob.ts'

/** What only a page that uploads needs. */
export const whenNeeded = prefetched(() => fetchPart(() => import('./when-needed.ts')))

/** Keeps what has become of a job, such as the name of its upload. That part has been fetched by now: it makes jobs. */
export function keepRecord(job: UploadJob, whose: Pick<UnfinishedUpload, 'owner' | 'page'>): void {
  const { part } = whenNeeded
  void part?.unfinished.remember([part.recordOf(job, whose)])
}

/** Forgets a job that has ended. That part has been fetched by now. */
export function forgetRecord(job: UploadJob): void {
  whenNeeded.part?.unfinished.forget(job.id)
  void whenNeeded.part?.dropCopy(job)
}

/** The file of a job, if the browser has a handle to it; null if it has none or refuses access. */
export async function fileAgain({ handle }: UploadJob, mayAsk: boolean): Promise<File | null> {
  return handle === undefined ? null : (await whenNeeded.load()).fileOfHandle(handle, mayAsk)
}
