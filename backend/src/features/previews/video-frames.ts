// Frames of videos and covers of songs, by ffmpeg if the machine has it.
import { PREVIEW_PIXELS } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'
import type { OpenFile } from '../../storage/types.ts'
import { outputOf } from '../../lib/child/output.ts'
import { createLending } from './lending.ts'

const LIMIT_MS = 30_000
const VERSION_MS = 20_000
const VERSION_MAX_BYTES = 64 * 1024
const FRAME_MAX_BYTES = 8 * 1024 * 1024
/** The position at which most videos show something. Shorter videos use their beginning. */
const POSTER_SECONDS = 5
const ALLOCATION_MAX_BYTES = 256 * 1024 * 1024

// Only container formats, because a playlist or a list of parts could name other files and servers.
const CONTAINERS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,mpegts,mpeg,mpegvideo,m4v,ogg,asf,mp3,flac,wav,aac,aiff,caf,wv,ape'
const [PICTURE, COVER] = ['0:V:0', '0:v:0']

export interface VideoFrames {
  /** Whether ffmpeg is available. */
  isThere(): Promise<boolean>
  /** A frame of a video, as JPEG. @throws AppError `unsupportedMediaType`, `notImplemented` without ffmpeg */
  poster(file: OpenFile, signal: AbortSignal): Promise<Buffer>
  /** The cover of a song, as JPEG. @throws AppError `notImplemented` without ffmpeg, or if there is no cover */
  cover(file: OpenFile, signal: AbortSignal): Promise<Buffer>
  stop(): Promise<void>
}

/** `program`: a name on `searchPath`, or a file; '' for none. */
export function createVideoFrames({ program, searchPath }: { program: string; searchPath: string }): VideoFrames {
  const lending = createLending()
  const never = new AbortController().signal
  let isThere: Promise<boolean> | undefined
  const check = () =>
    (isThere ??=
      program === ''
        ? Promise.resolve(false)
        : outputOf({
            program,
            searchPath,
            args: ['-version'],
            limitMs: VERSION_MS,
            maxBytes: VERSION_MAX_BYTES,
            signal: never,
          }).then(
            () => true,
            () => false,
          ))

  function frame(
    url: string,
    { stream, seconds, signal }: { stream: string; seconds: number; signal: AbortSignal },
  ): Promise<Buffer> {
    const side = PREVIEW_PIXELS.big
    return outputOf({
      program,
      searchPath,
      args: [
        '-nostdin',
        '-hide_banner',
        '-loglevel',
        'error',
        '-max_alloc',
        String(ALLOCATION_MAX_BYTES),
        '-protocol_whitelist',
        'http,tcp',
        '-format_whitelist',
        CONTAINERS,
        '-threads',
        '1',
        ...(seconds > 0 ? ['-ss', String(seconds)] : []),
        '-i',
        url,
        '-map',
        stream,
        '-frames:v',
        '1',
        '-an',
        '-sn',
        '-dn',
        '-vf',
        `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease`,
        '-threads',
        '1',
        '-c:v',
        'mjpeg',
        '-q:v',
        '3',
        '-pix_fmt',
        'yuvj420p',
        '-strict',
        'unofficial',
        '-f',
        'image2pipe',
        'pipe:1',
      ],
      limitMs: LIMIT_MS,
      maxBytes: FRAME_MAX_BYTES,
      signal,
    })
  }

  async function demand(): Promise<void> {
    if (!(await check())) throw new AppError('notImplemented', 'ffmpeg is not installed')
  }

  return {
    isThere: check,
    stop: lending.stop,
    poster: async (file, signal) => {
      await demand()
      return lending.lend(file, async (url) => {
        const later = await frame(url, { stream: PICTURE, seconds: POSTER_SECONDS, signal }).catch((error: unknown) => {
          if (signal.aborted) throw error
          return Buffer.alloc(0)
        })
        const bytes = later.length > 0 ? later : await frame(url, { stream: PICTURE, seconds: 0, signal })
        if (bytes.length === 0) throw new AppError('unsupportedMediaType', 'the video has no frame')
        return bytes
      })
    },
    cover: async (file, signal) => {
      await demand()
      return lending.lend(file, async (url) => {
        const bytes = await frame(url, { stream: COVER, seconds: 0, signal }).catch((error: unknown) => {
          if (signal.aborted) throw error
          return Buffer.alloc(0)
        })
        if (bytes.length === 0) throw new AppError('notImplemented', 'there is no cover in the file')
        return bytes
      })
    },
  }
}
