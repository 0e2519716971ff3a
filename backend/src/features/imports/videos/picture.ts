// The picture of a video, as the site has it, made small. Whatever the site sent, what is shown is a JPEG of ours.
import { outputOf } from '../../../lib/child/output.ts'
import { pictureKey } from '../keys.ts'
import type { VideoPrograms } from './program.ts'
import type { VideoRunOptions } from './options.ts'

const WIDTH = 480
const LIMIT_MS = 20_000
const MAX_BYTES = 256 * 1024
const INPUTS = 'image2,jpeg_pipe,png_pipe,webp_pipe,mjpeg'

/** Keeps the picture of a video for its job, small. Answers whether there is one: a video without is fine. */
export async function keepPicture(
  { programs, storage }: Pick<VideoRunOptions, 'programs' | 'storage'>,
  { id, signal }: { id: string; signal: AbortSignal },
  picture: string | null,
): Promise<boolean> {
  if (picture === null || programs.ffmpeg === '') return false
  const bytes = await smallPicture(programs, picture, signal).catch(() => null)
  signal.throwIfAborted()
  if (bytes === null || bytes.length === 0) return false
  await storage.scratch.put(pictureKey(id), bytes)
  return true
}

/** A JPEG of the file. @throws AppError if it is no picture, or without ffmpeg */
const smallPicture = (programs: VideoPrograms, file: string, signal: AbortSignal): Promise<Buffer> =>
  outputOf({
    program: programs.ffmpeg,
    searchPath: programs.searchPath,
    args: [
      ['-nostdin', '-hide_banner', '-loglevel', 'error'],
      ['-protocol_whitelist', 'file', '-format_whitelist', INPUTS],
      ['-threads', '1', '-i', `file:${file}`],
      ['-frames:v', '1', '-vf', `scale='min(${WIDTH},iw)':-2`],
      ['-c:v', 'mjpeg', '-q:v', '4', '-pix_fmt', 'yuvj420p', '-strict', 'unofficial', '-f', 'image2pipe', 'pipe:1'],
    ].flat(),
    limitMs: LIMIT_MS,
    maxBytes: MAX_BYTES,
    signal,
  })
