// The work of a video import: yt-dlp is asked what there is, fetches one video after the other into scratch, and each
// lands before the next one begins.
import type { VideoSites } from '../../../../contract/import-kinds.ts'
import { JobFailed, type JobWork, type RunningJob } from '../../../jobs/types.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Log } from '../../../lib/log.ts'
import type { Scratch } from '../../../storage/types.ts'
import { parseUserPath } from '../../../storage/paths.ts'
import type { Landing } from '../landing.ts'
import type { ScratchFolders } from '../scratch.ts'
import { pictureKey } from '../keys.ts'
import type { ImportInput, ImportProgress, VideoSource } from '../types.ts'
import { broughtKey, readBrought } from './brought.ts'
import type { VideoPrograms } from './program.ts'
import { landingJobOf, VideoRun } from './run.ts'

/** What the next run of a job has to know. */
export interface VideoKept {
  /** The folder that it goes to, where room is reserved. */
  folder: string | null
  /** The folder in it that was made for the entries of a list. */
  listFolder: string | null
  /** The keys of the entries that have landed. */
  done: string[]
  /** Whether a list was done but for some entries: what it has brought stays, whatever becomes of these. */
  wasDone: boolean
}

export type VideoProgress = ImportProgress<VideoKept>
export type VideoJob = RunningJob<ImportInput<VideoSource>, VideoProgress | null>

export interface VideoWorkOptions {
  /** As they are to be used now. */
  programs(): Promise<VideoPrograms>
  landing: Landing
  scratch: Pick<ScratchFolders, 'take' | 'remove'>
  /** Where pictures are kept, and what a list has brought: the system bucket. */
  storage: { scratch: Pick<Scratch, 'get' | 'put' | 'delete'> }
  /** What dials for yt-dlp. */
  dialler: Pick<Dialler, 'openProxy'>
  /** Which sites are allowed, as set now. */
  sites(): Promise<VideoSites>
  /** Bytes a second that one import may fetch, as set now; 0 for no limit. */
  rate(): Promise<number>
  log: Pick<Log, 'info'>
}

/** The same for one run. */
export type VideoRunOptions = Omit<VideoWorkOptions, 'programs'> & { programs: VideoPrograms }

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
  const landingJob = landingJobOf(job)
  if (listFolder !== null && !job.hadEnded && !wasDone)
    await landing.takeBack(landingJob, parseUserPath(listFolder), await readBrought(storage.scratch, job.id))
  if (folder !== null) await landing.release(landingJob, parseUserPath(folder))
  await scratch.remove(job.id)
  await storage.scratch.delete([pictureKey(job.id), broughtKey(job.id)])
}
