// What there is at a link: one video, or the entries of a list.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { VIDEO_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { failed } from '../landing-failures.ts'
import { identifyLink } from '../identify-link.ts'
import type { VideoSource } from '../types.ts'
import { argumentsToAsk, FILE_NAME } from './command.ts'
import { objectionTo } from './objection.ts'
import type { ToldVideo } from './output.ts'
import { type YtdlpCall, runYtdlp, type VideoPrograms } from './program.ts'

/** One video that is to be fetched. */
export interface VideoEntry {
  /** The same on every run. */
  key: string
  title: string
  /** Seconds. */
  duration: number | null
  /** Where it is asked for, and as which entry of the list there. */
  link: string
  item: number | null
}

export interface AskedVideos {
  title: string
  isList: boolean
  /** How many entries the list has that this is, or that names it; 0 without one. */
  listed: number
  entries: VideoEntry[]
  /** Bytes, as the site estimates them; 0 if it does not. */
  size: number
  /** Seconds. */
  duration: number | null
  /** The file of its picture as the site has it. */
  picture: string | null
}

export type AskingCall = Omit<YtdlpCall, 'arguments' | 'onTold'>

/**
 * Of a list that is longer than allowed, only the first entries are told.
 * @throws JobFailed `live`, `tooLong`, and as yt-dlp fails
 */
export async function ask(programs: VideoPrograms, source: VideoSource, call: AskingCall): Promise<AskedVideos> {
  const { link, preset, subtitles, entries } = source
  const wish = { preset, subtitles, item: null, entries: entries ? VIDEO_ENTRIES_MAX : 0 }
  const videos: ToldVideo[] = []
  await runYtdlp(programs, {
    ...call,
    arguments: (facts) => argumentsToAsk(facts, link, wish),
    onTold: (told) => {
      if (told.kind === 'video') videos.push(told.video)
      return null
    },
  })
  const [first] = videos
  if (first === undefined) throw failed('unsupported', 'there is no video')
  const listed = first.list?.count ?? 0
  if (entries && first.list !== null) return listOf(videos, source, { ...first.list, count: listed })
  const objection = objectionTo(first, source.clip)
  if (objection) throw objection
  const { size, duration, title } = first
  const entry = { key: keyOf(link), title: title ?? '', duration, link, item: null }
  const picture = await pictureIn(call.folder)
  return { title: entry.title, isList: false, listed, entries: [entry], size, duration, picture }
}

function listOf(
  videos: ToldVideo[],
  { link }: VideoSource,
  list: { title: string | null; count: number },
): AskedVideos {
  const entries = videos.map((video): VideoEntry => {
    const facts = { title: video.title ?? '', duration: video.duration }
    // With an address of its own, an entry stays the same when others come before it.
    const own = identifyLink(video.link ?? '', 'video')
    if ('link' in own) return { ...facts, key: keyOf(own.link), link: own.link, item: null }
    return { ...facts, key: keyOf(`${video.index} ${video.id}`), link, item: video.index }
  })
  const size = videos.reduce((sum, one) => sum + one.size, 0)
  const unique = [...new Map(entries.map((entry) => [entry.key, entry])).values()]
  const common = { isList: true, listed: list.count, duration: null, picture: null }
  return { ...common, title: list.title ?? '', entries: unique, size }
}

/** Short, since some hundred of them are kept with a job. */
const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const PICTURE = new RegExp(`^${FILE_NAME}\\.(jpe?g|png|webp)$`, 'i')

async function pictureIn(folder: string): Promise<string | null> {
  const name = (await readdir(folder)).find((one) => PICTURE.test(one))
  return name === undefined ? null : path.join(folder, name)
}
