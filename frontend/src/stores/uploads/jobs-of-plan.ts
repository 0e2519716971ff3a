import { childOf } from '../../lib/paths.ts'
import { randomId } from '../../lib/random-id.ts'
import type { UploadPlan } from './plan.ts'
import type { UnfinishedUpload } from './UnfinishedUploads.ts'
import { UploadJob } from './UploadJob.ts'

/** The destination folder, and the name of the folder that was uploaded as a whole ('' for none). */
export interface Brought {
  folder: string
  whole: string
}

/**
 * A job for each file of a plan. Files of a folder that was uploaded as a whole are grouped under its name.
 * `unreadable` ones need the person at once.
 */
export function jobsOfPlan(
  plan: UploadPlan,
  { folder, whole }: Brought,
): { jobs: UploadJob[]; unreadable: UploadJob[] } {
  // By the path rather than `whole` itself, because a folder that keeps both has another name there.
  const groupOf = (path: string) =>
    whole === '' ? folder : childOf(folder, path.slice(childOf(folder, '').length).split('/')[0] ?? '')
  const action = randomId()
  const jobs = plan.files.map(
    ({ path, file, override, handle }) =>
      new UploadJob({
        id: randomId(),
        path,
        group: groupOf(path),
        size: file.size,
        modified: file.lastModified,
        override,
        action,
        file,
        handle,
      }),
  )
  const unreadable = plan.unreadable.map((path) => {
    const job = new UploadJob({
      id: randomId(),
      path,
      group: groupOf(path),
      size: 0,
      modified: 0,
      override: false,
      file: null,
    })
    job.enter('failed', 'unreadable')
    return job
  })
  return { jobs, unreadable }
}

/** The record that the browser keeps of a job until it is finished. */
export function recordOf(
  { id, path, group, size, modified, override, action, handle }: UploadJob,
  { owner, page }: Pick<UnfinishedUpload, 'owner' | 'page'>,
): UnfinishedUpload {
  return { id, owner, page, path, group, size, modified, override, action, ...(handle && { handle }) }
}
