// What the work on videos is handed, and what a job keeps.
import type { VideoSites } from '../../../../contract/import-kinds.ts'
import type { RunningJob } from '../../../jobs/types.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Log } from '../../../lib/log.ts'
import type { Scratch } from '../../../storage/types.ts'
import type { Landing } from '../landing.ts'
import type { ScratchFolders } from '../scratch.ts'
import type { ImportInput, ImportProgress, VideoSource } from '../types.ts'
import type { VideoPrograms } from './program.ts'

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
