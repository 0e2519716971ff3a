// The work of importing the file at a link: fetched into scratch, checked, and put into the folder.
import { JobFailed, type JobWork, type RunningJob } from '../../../jobs/types.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Log } from '../../../lib/log.ts'
import { parseUserPath, type UserPath } from '../../../storage/paths.ts'
import type { Landing } from '../landing.ts'
import type { ScratchFolders } from '../scratch.ts'
import type { ImportInput, ImportProgress, LinkSource } from '../types.ts'
import type { LinkFacts } from './answer.ts'
import { landingJobOf, LinkRun } from './run.ts'

/** What the next run of a job has to know. */
export interface LinkKept {
  /** What its file in scratch is the beginning of. */
  facts: LinkFacts
  /** The folder that it goes to, where room is reserved. */
  folder: string
  /** Where it goes up in parts, if it does. */
  open?: { path: string; uploadId: string }
}

export type LinkProgress = ImportProgress<LinkKept>
export type LinkJob = RunningJob<ImportInput<LinkSource>, LinkProgress | null>

export interface LinkWorkOptions {
  landing: Landing
  scratch: Pick<ScratchFolders, 'take' | 'remove'>
  dialler: Pick<Dialler, 'dial'>
  /**
   * Begins the import of the torrent that was at a link, with the same owner and target. Without it, the torrent lands
   * as a file.
   */
  startTorrent?(job: Pick<LinkJob, 'id' | 'owner' | 'input'>, torrent: { name: string; bytes: Buffer }): Promise<void>
  /** Bytes a second that one import may fetch now; 0 for no limit. */
  rate(): Promise<number>
  log: Pick<Log, 'info'>
  /** Milliseconds in which nothing comes, and for the whole. */
  idleMs?: number
  limitMs?: number
}

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
      if (kept?.open) await landing.abort(landingJobOf(job), kept.open.path as UserPath, kept.open.uploadId)
      if (kept) await landing.release(landingJobOf(job), parseUserPath(kept.folder))
      await scratch.remove(job.id)
    },
  }
}
