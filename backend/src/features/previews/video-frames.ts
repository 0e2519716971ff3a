// Frames of videos and covers of songs, by ffmpeg if the machine has it.
import { PREVIEW_PIXELS } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'
import type { OpenFile } from '../../storage/types.ts'
import { outputOf } from '../../lib/child/output.ts'
import { LoopbackLending } from './lending.ts'

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

/** One frame of a stream, from a position on. */
interface FrameWish {
  stream: string
  seconds: number
}

/** The arguments that make ffmpeg write a frame to its output, as JPEG. */
function frameArguments(url: string, { stream, seconds }: FrameWish): string[] {
  const side = PREVIEW_PIXELS.big
  return [
    ['-nostdin', '-hide_banner'],
    ['-loglevel', 'error'],
    ['-max_alloc', String(ALLOCATION_MAX_BYTES)],
    ['-protocol_whitelist', 'http,tcp'],
    ['-format_whitelist', CONTAINERS],
    ['-threads', '1'],
    seconds > 0 ? ['-ss', String(seconds)] : [],
    ['-i', url],
    ['-map', stream],
    ['-frames:v', '1'],
    ['-an', '-sn', '-dn'],
    ['-vf', `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease`],
    ['-threads', '1'],
    ['-c:v', 'mjpeg'],
    ['-q:v', '3'],
    ['-pix_fmt', 'yuvj420p'],
    ['-strict', 'unofficial'],
    ['-f', 'image2pipe'],
    'pipe:1',
  ].flat()
}

/** `program`: a name on `searchPath`, or a file; '' for none. */
export class VideoFrames {
  readonly #program: { program: string; searchPath: string }
  readonly #lending = new LoopbackLending()
  #isThere: Promise<boolean> | undefined

  constructor(program: { program: string; searchPath: string }) {
    this.#program = program
  }

  /** Whether ffmpeg is available. */
  isThere(): Promise<boolean> {
    this.#isThere ??= this.#look()
    return this.#isThere
  }

  async #look(): Promise<boolean> {
    if (this.#program.program === '') return false
    const { signal } = new AbortController()
    const limits = { limitMs: VERSION_MS, maxBytes: VERSION_MAX_BYTES, signal }
    return outputOf({ ...this.#program, args: ['-version'], ...limits }).then(
      () => true,
      () => false,
    )
  }

  async #demand(): Promise<void> {
    if (!(await this.isThere())) throw new AppError('notImplemented', 'ffmpeg is not installed')
  }

  /** A frame of a video, as JPEG. @throws AppError `unsupportedMediaType`, `notImplemented` without ffmpeg */
  async poster(file: OpenFile, signal: AbortSignal): Promise<Buffer> {
    await this.#demand()
    return this.#lending.lend(file, async (url) => {
      const later = await this.#frameOrNone(url, { stream: PICTURE, seconds: POSTER_SECONDS }, signal)
      const bytes = later.length > 0 ? later : await this.#frame(url, { stream: PICTURE, seconds: 0 }, signal)
      if (bytes.length === 0) throw new AppError('unsupportedMediaType', 'the video has no frame')
      return bytes
    })
  }

  /** The cover of a song, as JPEG. @throws AppError `notImplemented` without ffmpeg, or if there is no cover */
  async cover(file: OpenFile, signal: AbortSignal): Promise<Buffer> {
    await this.#demand()
    return this.#lending.lend(file, async (url) => {
      const bytes = await this.#frameOrNone(url, { stream: COVER, seconds: 0 }, signal)
      if (bytes.length === 0) throw new AppError('notImplemented', 'there is no cover in the file')
      return bytes
    })
  }

  #frame(url: string, wish: FrameWish, signal: AbortSignal): Promise<Buffer> {
    const limits = { limitMs: LIMIT_MS, maxBytes: FRAME_MAX_BYTES, signal }
    return outputOf({ ...this.#program, args: frameArguments(url, wish), ...limits })
  }

  /** The same, but no bytes where ffmpeg fails. */
  #frameOrNone(url: string, wish: FrameWish, signal: AbortSignal): Promise<Buffer> {
    return this.#frame(url, wish, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      return Buffer.alloc(0)
    })
  }

  stop(): Promise<void> {
    return this.#lending.stop()
  }
}
