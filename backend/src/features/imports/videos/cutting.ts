// Cuts a part out of files that have been fetched. So ffmpeg reads files alone, and never a site.
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { VideoClip } from '../../../../contract/imports.ts'
import { outputOf } from '../../../lib/child/output.ts'
import { failed } from '../landing-failures.ts'
import type { FetchedFile } from './fetching.ts'
import { MEDIA_FORMATS, probeOf, type VideoPrograms } from './program.ts'

const LIMIT_MS = 15 * 60_000
const SAID_BYTES = 64 * 1024

/**
 * The first file cut to the part, and those of its subtitles that say something in it. Nothing is made anew, so a film
 * begins with the last picture before the part that can stand alone; players of MP4 leave out what is too early.
 * @throws JobFailed `outsideClip` if nothing of the first file is in the part
 */
export async function cutFiles(
  programs: VideoPrograms,
  { files, clip }: { files: readonly FetchedFile[]; clip: VideoClip },
  signal: AbortSignal,
): Promise<FetchedFile[]> {
  const kept: FetchedFile[] = []
  for (const file of files) {
    const cut = await cutFile(programs, { file: file.file, clip }, signal)
    if (cut !== null) kept.push({ ...file, ...cut })
    else if (kept.length === 0) throw failed('outsideClip', 'nothing is in that part')
  }
  return kept
}

/** The part of a file, beside it, since the next run goes on with the file itself. Null if there is nothing in it. */
async function cutFile(
  { ffmpeg: program, searchPath }: VideoPrograms,
  { file, clip }: { file: string; clip: VideoClip },
  signal: AbortSignal,
): Promise<Pick<FetchedFile, 'file' | 'size'> | null> {
  const cut = path.join(path.dirname(file), 'parts', `cut-${path.basename(file)}`)
  const args = argumentsToCut(file, clip, cut)
  try {
    await outputOf({ program, searchPath, args, limitMs: LIMIT_MS, maxBytes: SAID_BYTES, signal })
  } catch {
    signal.throwIfAborted()
    return null
  }
  return { file: cut, size: (await lstat(cut)).size }
}

const SUBTITLES = /\.(?:vtt|srt|ass|ssa)$/i

/** Pictures, sound and subtitles; the chapters of an MP4 are a track of their own, which is made anew. */
function argumentsToCut(file: string, { from, to }: VideoClip, cut: string): string[] {
  const seek = ['-ss', String(from)]
  const input = ['-i', `file:${file}`]
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-abort_on', 'empty_output'],
    ['-protocol_whitelist', 'file,pipe', '-format_whitelist', MEDIA_FORMATS],
    // Media are not read from their beginning; files of subtitles, which are short, cannot be read from elsewhere.
    SUBTITLES.test(file) ? [...input, ...seek] : [...seek, ...input],
    to === null ? [] : ['-t', String(to - from)],
    ['-map', '0:v?', '-map', '0:a?', '-map', '0:s?', '-c', 'copy', `file:${cut}`],
  ].flat()
}

/** How many seconds a file has; null if it does not tell. */
export async function durationOf({ ffmpeg, searchPath }: VideoPrograms, file: string, signal: AbortSignal) {
  const args = [
    ['-v', 'error', '-protocol_whitelist', 'file,pipe', '-format_whitelist', MEDIA_FORMATS],
    ['-show_entries', 'format=duration', '-of', 'csv=p=0', `file:${file}`],
  ].flat()
  const limits = { limitMs: LIMIT_MS, maxBytes: SAID_BYTES, signal }
  const said = await outputOf({ program: probeOf(ffmpeg), searchPath, args, ...limits }).catch(() => '')
  signal.throwIfAborted()
  const seconds = Number.parseFloat(said.toString())
  return Number.isFinite(seconds) ? Math.round(seconds) : null
}
