// What the jobs of imports hold.
import type { ImportKind, ImportPhase, VideoPreset } from '../../../contract/import-kinds.ts'
import type { ImportFailure, VideoClip } from '../../../contract/imports.ts'

/** What a job is asked to do. */
export interface ImportInput<Source = unknown> {
  /** Unique among the person's imports of that kind. */
  name: string
  /** As the person gave it: a link, or the name of a torrent file. */
  shownSource: string
  /** The folder it goes to, as the person sees it; empty for the usual one. */
  target: string
  /** What has begun it, if no person has: the title of a followed feed. */
  from?: string
  source: Source
}

export interface TorrentSource {
  /** The key of the torrent file in the system bucket. */
  file: string | null
  magnet: string | null
  /** The numbers of the files that come; null for all. */
  wanted: number[] | null
  /** The numbers of files that come before the others, in their order. */
  first?: number[]
  inOrder: boolean
  /** Instead of the torrent's own. */
  trackers: string[] | null
  /** Grows each time its owner wants what was fetched to be verified anew. */
  checks?: number
}

export interface VideoSource {
  link: string
  preset: VideoPreset
  subtitles: boolean
  /** Whether the entries of a playlist come; and the keys of those, or null for all. */
  entries: boolean
  chosen: string[] | null
  /** The part of a single video that comes; null for the whole. */
  clip: VideoClip | null
}

export interface LinkSource {
  link: string
  /** What the content must have, in hex; which one its length says. */
  checksum: string | null
}

export interface ImportSources {
  torrent: TorrentSource
  video: VideoSource
  link: LinkSource
}

export type ImportInputOf<Kind extends ImportKind> = ImportInput<ImportSources[Kind]>

/** How far a job is, for its owner; and `kept`, what its next run needs. Some kilobytes at most. */
export interface ImportProgress<Kept = unknown> {
  phase: ImportPhase
  downloaded: number
  total: number
  /** Percent of what it has that is verified, while it checks that. */
  checked?: number | null
  speed: number
  uploaded: number
  peers: number
  secondsLeft: number | null
  files: number
  filesDone: number
  /** Entries of a list that could not be had, and why the first of them could not. */
  missed: { count: number; error: ImportFailure } | null
  /** The title that the import has turned out to have. */
  title: string | null
  /** What it has brought, as the person sees it: a file, or the folder of its files. */
  result: string | null
  duration: number | null
  hasPicture: boolean
  kept: Kept | null
}

export const NO_PROGRESS: ImportProgress<never> = {
  phase: 'starting',
  downloaded: 0,
  total: 0,
  speed: 0,
  uploaded: 0,
  peers: 0,
  secondsLeft: null,
  files: 0,
  filesDone: 0,
  missed: null,
  title: null,
  result: null,
  duration: null,
  hasPicture: false,
  kept: null,
}
