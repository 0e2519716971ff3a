// What yt-dlp tells in the lines that it writes. All of them may hold text of the site.
import { z } from 'zod'

/** The longest line that is read. */
export const LINE_MAX = 64 * 1024
const TEXT_MAX = 500

/** How yt-dlp is asked to tell things: a template of it each, which makes JSON of what it names. */
const TEMPLATES = {
  progress: '%(progress.{status,downloaded_bytes,total_bytes,total_bytes_estimate,speed,eta})j',
  video:
    '%(.{_type,id,title,duration,live_status,url,webpage_url,playlist_title,playlist_index,playlist_count,' +
    'filesize,filesize_approx})j',
  file: '%(.{id,title,duration,filepath,ext})j',
} as const

const number = z.number().nonnegative().nullish().catch(null)
const wholeNumber = number.transform((value) => (value === null || value === undefined ? null : Math.round(value)))
const text = z
  .string()
  .transform((value) => value.slice(0, TEXT_MAX))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)

const progressLine = z
  .object({
    status: text,
    downloaded_bytes: wholeNumber,
    total_bytes: wholeNumber,
    total_bytes_estimate: wholeNumber,
    speed: wholeNumber,
    eta: wholeNumber,
  })
  .transform((told) => ({
    isFinished: told.status === 'finished',
    downloaded: told.downloaded_bytes ?? 0,
    total: told.total_bytes ?? told.total_bytes_estimate ?? 0,
    speed: told.speed ?? 0,
    secondsLeft: told.eta,
  }))

const videoLine = z
  .object({
    _type: text,
    id: text,
    title: text,
    duration: wholeNumber,
    live_status: text,
    // Addresses are longer than other texts, and useless when cut.
    url: z.string().nullish().catch(null),
    playlist_title: text,
    playlist_index: wholeNumber,
    playlist_count: wholeNumber,
    filesize: wholeNumber,
    filesize_approx: wholeNumber,
  })
  .transform((told) => ({
    id: told.id,
    title: told.title,
    duration: told.duration,
    isLive: ['is_live', 'is_upcoming'].includes(told.live_status ?? ''),
    /** The page of an entry, if it has one of its own. */
    link: told._type === 'url' ? (told.url ?? null) : null,
    list: told.playlist_index === null ? null : { title: told.playlist_title, count: told.playlist_count ?? 0 },
    index: told.playlist_index,
    size: told.filesize ?? told.filesize_approx ?? 0,
  }))

const fileLine = z.object({ title: text, duration: wholeNumber, filepath: z.string() })

/** How far the download of one file is. `downloaded`, `total`: bytes; `total` is 0 while unknown. */
export type ToldProgress = z.infer<typeof progressLine>
/** A video, or an entry of a list, before it is fetched. */
export type ToldVideo = z.infer<typeof videoLine>
/** A file that is complete. */
export type ToldFile = z.infer<typeof fileLine>

export type Told =
  | { kind: 'progress'; progress: ToldProgress }
  | { kind: 'joining' }
  | { kind: 'video'; video: ToldVideo }
  | { kind: 'file'; file: ToldFile }
  /** It refuses something, or fails. */
  | { kind: 'error'; text: string }
  | { kind: 'note'; text: string }

/** The arguments that make yt-dlp tell it. `mark`: a word that no site can know. */
export const tellingArguments = (mark: string): string[] =>
  [
    ['--no-quiet', '--no-simulate', '--newline', '--progress', '--progress-delta', '0.5'],
    ['--progress-template', `download:${mark}progress ${TEMPLATES.progress}`],
    ['--progress-template', `postprocess:${mark}joining {}`],
    ['--print', `video:${mark}video ${TEMPLATES.video}`],
    ['--print', `after_move:${mark}file ${TEMPLATES.file}`],
  ].flat()

/** What a line tells. */
export function readLine(mark: string, line: string): Told {
  const error = /^ERROR: (.*)$/.exec(line)?.[1]
  if (error !== undefined) return { kind: 'error', text: error.slice(0, TEXT_MAX) }
  const [, kind = '', json = ''] = line.startsWith(mark) ? (/^(\w+) (.*)$/.exec(line.slice(mark.length)) ?? []) : []
  return told(kind, json) ?? { kind: 'note', text: line.slice(0, TEXT_MAX) }
}

function told(kind: string, json: string): Told | null {
  if (kind === 'joining') return { kind }
  const value = parseJson(json)
  if (kind === 'progress') return ifRead(progressLine, value, (progress) => ({ kind, progress }))
  if (kind === 'video') return ifRead(videoLine, value, (video) => ({ kind, video }))
  if (kind === 'file') return ifRead(fileLine, value, (file) => ({ kind, file }))
  return null
}

function ifRead<T>(schema: z.ZodType<T>, value: unknown, make: (read: T) => Told): Told | null {
  const { data } = schema.safeParse(value)
  return data === undefined ? null : make(data)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
