import { childOf } from '../../lib/paths.ts'
import { randomId } from '../../lib/random-id.ts'
import type { UploadPlan } from './plan.ts'
import type { UnfinishedUpload } from './UnfinishedUploads.ts'
import { UploadFolder } from './UploadFolder.ts'
import { UploadJob } from './UploadJob.ts'

/**
 * A job for each file of a plan. Files that were uploaded in a folder belong to that folder. `unreadable` ones need the
 * person at once.
 */
export function jobsOfPlan(plan: UploadPlan, folder: string): { jobs: UploadJob[]; unreadable: UploadJob[] } {
  const folders = new Map<string, UploadFolder>()
  // By the path rather than the uploaded name, because a folder that keeps both has another name there.
  const folderOf = (path: string): UploadFolder | null => {
    const [first = '', ...more] = path.slice(childOf(folder, '').length).split('/')
    return more.length === 0 ? null : folderNamed(folders, childOf(folder, first), folder)
  }
  const action = randomId()
  const jobs = plan.files.map(
    ({ path, file, override, handle }) =>
      new UploadJob({
        id: randomId(),
        path,
        group: folder,
        folder: folderOf(path),
        size: file.size,
        modified: file.lastModified,
        override,
        action,
        file,
        handle,
      }),
  )
  for (const job of jobs) job.folder?.add(job)
  const unreadable = plan.unreadable.map((path) => {
    const job = new UploadJob({
      id: randomId(),
      path,
      group: folder,
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

/** Finds the folder by its path, or creates it. */
export function folderNamed(folders: Map<string, UploadFolder>, path: string, group: string): UploadFolder {
  const folder = folders.get(path) ?? new UploadFolder(path, group)
  folders.set(path, folder)
  return folder
}

/** The record that the browser keeps of a job until it is finished. */
export function recordOf(
  { id, path, group, folder, size, modified, override, action, handle, upload }: UploadJob,
  { owner, page }: Pick<UnfinishedUpload, 'owner' | 'page'>,
): UnfinishedUpload {
  const more = { ...(folder && { folder: folder.path }), ...(handle && { handle }), ...(upload && { upload }) }
  return { id, owner, page, path, group, size, modified, override, action, ...more }
}
