// Media of a second or two, made by ffmpeg: a film, a song, and streams of two qualities.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What ffmpeg makes of a test picture and a tone. */
const source = (height: number, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=size=${Math.round((height * 16) / 9 / 2) * 2}x${height}:rate=10`,
  ...'-f lavfi -i sine=frequency=440 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -g 10 -c:a aac -shortest'.split(
    ' ',
  ),
  '-t',
  String(seconds),
]

/** All files that ffmpeg writes for its arguments, by name. */
async function make(args: string[]): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-films-'))
  try {
    await run('ffmpeg', ['-nostdin', '-loglevel', 'error', ...args], { cwd: folder })
    const names = await readdir(folder)
    return new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const one = async (name: string, args: string[]): Promise<Buffer> =>
  (await make([...args, name])).get(name) ?? Buffer.of()

export const film = (seconds = 1): Promise<Buffer> => one('film.mp4', source(180, seconds))

export const picture = (): Promise<Buffer> =>
  one('picture.jpg', ['-f', 'lavfi', '-i', 'color=orange:size=1280x720', '-frames:v', '1'])

/** A playlist of HLS and its segments. */
export const hls = (height: number, name: string): Promise<Map<string, Buffer>> =>
  make([...source(height, 2), '-hls_time', '1', '-hls_playlist_type', 'vod', `${name}.m3u8`])

/** DASH, with picture and sound apart. */
export const dash = (): Promise<Map<string, Buffer>> =>
  make([...source(180, 2), '-f', 'dash', '-seg_duration', '1', 'film.mpd'])

export interface Streams {
  video: string | null
  height: number | null
  audio: string | null
  seconds: number
  chapters: number
}

/** What is in a media file. */
export async function streamsOf(file: string): Promise<Streams> {
  const wish = '-loglevel error -show_streams -show_format -show_chapters -of json'.split(' ')
  const { stdout } = await run('ffprobe', [...wish, file])
  const { streams, format, chapters } = JSON.parse(stdout) as {
    streams: { codec_type: string; codec_name: string; height?: number; disposition: { attached_pic: number } }[]
    format: { duration: string }
    chapters: unknown[]
  }
  const video = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0)
  const audio = streams.find((one) => one.codec_type === 'audio')
  return {
    video: video?.codec_name ?? null,
    height: video?.height ?? null,
    audio: audio?.codec_name ?? null,
    seconds: Math.round(Number(format.duration)),
    chapters: chapters.length,
  }
}
