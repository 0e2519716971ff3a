// The work of a video import: yt-dlp is asked what there is, fetches one video after the other into scratch, and each
// lands before the next one begins.
import { JobFailed, type JobWork } from '../../../jobs/types.ts'
import { parseUserPath } from '../../../storage/paths.ts'
import { landingJobOf } from '../landing-job.ts'
import { pictureKey } from '../keys.ts'
import type { ImportInput, VideoSource } from '../types.ts'
import { broughtKey, readBrought } from './brought.ts'
import type { VideoProgress, VideoJob, VideoWorkOptions } from './options.ts'
import { VideoRun } from './run.ts'

export function createVideoWork(options: VideoWorkOptions): JobWork<ImportInput<VideoSource>, VideoProgress | null> {
  const { scratch, log } = options
  return {
    kind: 'video',
    async run(job) {
      try {
        const programs = await options.programs()
        await new VideoRun({ ...options, programs }, job, await options.sites()).run()
        await scratch.remove(job.id)
      } catch (error) {
        // A failed import begins anew if it is tried again. Any other goes on with what it has.
        if (error instanceof JobFailed) {
          log.info({ job: job.id, code: error.code, detail: error.detail }, 'a video was not imported')
          await scratch.remove(job.id)
        }
        throw error
      }
    },
    discard: (job) => discard(job, options),
  }
}

/** What a cancelled list has brought goes to the trash; what one that has ended has brought stays. */
async function discard(job: VideoJob, { landing, scratch, storage }: VideoWorkOptions): Promise<void> {
  const { folder = null, listFolder = null, wasDone = false } = job.progress?.kept ?? {}
  const landingJob = landingJobOf(job, 'importVideos')
  if (listFolder !== null && !job.hadEnded && !wasDone)
    await landing.takeBack(landingJob, parseUserPath(listFolder), await readBrought(storage.scratch, job.id))
  if (folder !== null) await landing.release(landingJob, parseUserPath(folder))
  await scratch.remove(job.id)
  await storage.scratch.delete([pictureKey(job.id), broughtKey(job.id)])
}
