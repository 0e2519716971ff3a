// The settings of imports: defaults and limits. Without schemas, so that the page can import it.
import type { VideoSites } from './import-kinds.ts'

/** What a household sets about imports. Sizes in bytes, speeds in bytes a second; 0 for no limit. */
export interface ImportSettings {
  /** Imports that run at a time, and those of one person. */
  running: number
  each: number
  /** Bytes that one worker may have on its disk, and bytes under way of a person into the shared folder. */
  scratchBytes: number
  underWayBytes: number
  /** Speeds of all imports of a worker together; and from one hour of the day to another, if these differ. */
  downLimit: number
  upLimit: number
  quietFrom: number
  quietTo: number
  quietDownLimit: number
  quietUpLimit: number
  /** How much of what it fetched a torrent gives back before it ends; 0 for nothing. */
  seedRatio: number
  sites: VideoSites
}

export const DEFAULT_IMPORTS: ImportSettings = {
  running: 4,
  each: 2,
  scratchBytes: 50 * 1024 ** 3,
  underWayBytes: 50 * 1024 ** 3,
  downLimit: 0,
  upLimit: 0,
  quietFrom: 0,
  quietTo: 0,
  quietDownLimit: 0,
  quietUpLimit: 0,
  seedRatio: 0,
  sites: 'youtube',
}

export const IMPORTS_RUNNING_MAX = 20
export const SEED_RATIO_MAX = 10
