// Fetches one video into a folder.
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { VideoClip } from '../../../../contract/imports.ts'
import { VIDEO_SUBTITLES_MAX } from '../../../../contract/limits.ts'
import type { VideoSource } from '../types.ts'
import { cleanName } from '../names.ts'
import { failed } from '../landing-failures.ts'
import type { AskingCall, VideoEntry } from './asking.ts'
import { argumentsToFetch, FILE_NAME } from './command.ts'
import { cutFiles, durationOf } from './cutting.ts'
import { objectionTo } from './objection.ts'
import type { ToldFile, ToldProgress, ToldVideo } from './output.ts'
import { runYtdlp, type VideoPrograms } from './program.ts'

/** A file that is ready to land. */
export interface FetchedFile {
  file: string
  /** What it is to be called. */
  name: string
  size: number
}

export interface FetchedVideo {
  files: FetchedFile[]
  duration: number | null
}

/** What is told meanwhile. */
export interface FetchListener {
  onVideo(video: ToldVideo): void
  onProgress(progress: ToldProgress): void
  onJoining(): void
}

/** Room for what is put behind a title: a language, an ending, a number where the name is taken. */
const TITLE_MAX_BYTES = 200
/** Subtitles as players read them, with their language. */
const SUBTITLES = new RegExp(`^${FILE_NAME}(\\.[a-z0-9-]{1,40}\\.(?:vtt|srt|ass|ssa))$`, 'i')
const ENDING = /^\.[a-z0-9]{1,8}$/i

/** @throws JobFailed as yt-dlp fails; `outsideClip` */
export async function fetchVideo(
  programs: VideoPrograms,
  { entry, source, listener }: { entry: VideoEntry; source: VideoSource; listener: FetchListener },
  call: AskingCall,
): Promise<FetchedVideo> {
  const { preset, clip } = source
  const subtitles = source.subtitles && preset !== 'mp3' && preset !== 'm4a'
  let told: ToldFile | undefined
  await runYtdlp(programs, {
    ...call,
    arguments: (facts) => argumentsToFetch(facts, entry.link, { preset, subtitles, item: entry.item }),
    onTold: (line) => {
      if (line.kind === 'progress') listener.onProgress(line.progress)
      else if (line.kind === 'joining') listener.onJoining()
      else if (line.kind === 'file') told = line.file
      else if (line.kind === 'video') {
        listener.onVideo(line.video)
        return objectionTo(line.video, clip)
      }
      return null
    },
  })
  if (told === undefined) throw failed('unsupported', 'yt-dlp brought no file')
  const files = await filesOf(told, call.folder, entry)
  const { duration } = told
  return clip === null ? { files, duration } : cutVideo(programs, { files, duration, clip }, call.signal)
}

/** @throws JobFailed `outsideClip` */
async function cutVideo(
  programs: VideoPrograms,
  { files, clip, ...told }: FetchedVideo & { clip: VideoClip },
  signal: AbortSignal,
): Promise<FetchedVideo> {
  // Sites do not always tell it, and a part behind the end would be cut out of the end.
  const duration = told.duration ?? (await durationOf(programs, files[0]?.file ?? '', signal))
  if (duration !== null && clip.from >= duration) throw failed('outsideClip', `${duration} s`)
  return { files: await cutFiles(programs, { files, clip }, signal), duration: lengthOf(clip, duration) }
}

/** Seconds of a part of a video. */
function lengthOf({ from, to }: VideoClip, duration: number | null): number | null {
  const end = Math.min(to ?? Infinity, duration ?? Infinity)
  return Number.isFinite(end) ? Math.max(0, end - from) : null
}

/** The file that was told, and the subtitles beside it. */
async function filesOf(told: ToldFile, folder: string, entry: VideoEntry): Promise<FetchedFile[]> {
  const main = path.basename(told.filepath)
  const ending = path.extname(main)
  if (path.join(folder, main) !== path.normalize(told.filepath) || !ENDING.test(ending))
    throw failed('internal', 'yt-dlp named another place')
  const title = cleanName(told.title ?? entry.title, TITLE_MAX_BYTES) || 'Video'
  const endings = new Map([[main, ending]])
  for (const name of await readdir(folder)) {
    const [, rest] = SUBTITLES.exec(name) ?? []
    if (rest !== undefined && endings.size <= VIDEO_SUBTITLES_MAX) endings.set(name, rest)
  }
  const files: FetchedFile[] = []
  for (const [name, rest] of endings) {
    const file = path.join(folder, name)
    const stat = await lstat(file)
    if (stat.isFile()) files.push({ file, name: `${title}${rest}`, size: stat.size })
  }
  return files
}
