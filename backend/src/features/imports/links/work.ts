// The work of importing the file at a link: fetched into scratch, checked, and put into the folder.
import { JobFailed, type JobWork } from '../../../jobs/types.ts'
import { parseUserPath, type UserPath } from '../../../storage/paths.ts'
import { landingJobOf } from '../landing-job.ts'
import type { ImportInput, LinkSource } from '../types.ts'
import type { LinkProgress, LinkWorkOptions } from './options.ts'
import { LinkRun } from './run.ts'

export function createLinkWork(options: LinkWorkOptions): JobWork<ImportInput<LinkSource>, LinkProgress | null> {
  const { scratch, landing, log } = options
  return {
    kind: 'link',
    async run(job) {
      try {
        await new LinkRun(options, job).run()
        await scratch.remove(job.id)
      } catch (error) {
        // A failed import begins anew if it is tried again. Any other goes on with what it has.
        if (error instanceof JobFailed) {
          log.info({ job: job.id, code: error.code, detail: error.detail }, 'a link was not imported')
          await scratch.remove(job.id)
        }
        throw error
      }
    },
    async discard(job) {
      const kept = job.progress?.kept
      if (kept?.open)
        await landing.abort(landingJobOf(job, 'importVideos'), kept.open.path as UserPath, kept.open.uploadId)
      if (kept) await landing.release(landingJobOf(job, 'importVideos'), parseUserPath(kept.folder))
      await scratch.remove(job.id)
    },
  }
}
