// Defaults and limits of settings. Without schemas, so that the page can import it.

import type { VideoSites } from './import-kinds.ts'

export const HOOK_EVENTS = ['save', 'copy', 'rename', 'upload', 'delete'] as const

export const DEFAULT_CHUNK_SIZE = 10 * 1024 * 1024

export const DEFAULT_RETRY_COUNT = 5

export const DEFAULT_MINIMUM_PASSWORD_LENGTH = 12

export const DEFAULT_RETENTION_DAYS = 30

/** The page's colours; empty follows the system. */
export const THEMES = ['', 'light', 'dark'] as const

/** Whether a text may be the address for reporting problems: an https address, or empty for none. */
export const isReportUrl = (text: string): boolean =>
  text === '' || (text.length <= REPORT_URL_MAX && /^https:\/\/\S+$/.test(text) && URL.canParse(text))
export const REPORT_URL_MAX = 1000
export const BRAND_NAME_MAX = 100

export const RETRY_COUNT_MAX = 1_000

/** A hundred years. */
export const RETENTION_DAYS_MAX = 36_500

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
