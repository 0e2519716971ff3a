// What the work on links is handed, and what a job keeps.
import type { RunningJob } from '../../../jobs/types.ts'
import type { Dialler } from '../../../lib/dial/index.ts'
import type { Log } from '../../../lib/log.ts'
import type { Landing } from '../landing.ts'
import type { ScratchFolders } from '../scratch.ts'
import type { ImportInput, ImportProgress, LinkSource } from '../types.ts'
import type { LinkFacts } from './answer.ts'

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
