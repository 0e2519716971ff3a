// Which programs of the machine a worker lacks.
import { IMPORT_PROGRAMS } from '../../../../contract/import-kinds.ts'
import { outputOf } from '../../../lib/child/output.ts'
import type { VideoPrograms } from './program.ts'

const LIMIT_MS = 60_000
const MAX_BYTES = 64 * 1024

/** Those that are not there, or do not run. */
export async function missingPrograms({
  ytdlp,
  ffmpeg,
  searchPath,
}: VideoPrograms): Promise<(typeof IMPORT_PROGRAMS)[number][]> {
  const runs = async (program: string, args: string[]): Promise<boolean> => {
    if (program === '') return false
    const limits = { limitMs: LIMIT_MS, maxBytes: MAX_BYTES, signal: never }
    return outputOf({ program, searchPath, args, ...limits }).then(
      () => true,
      () => false,
    )
  }
  const calls = { 'yt-dlp': runs(ytdlp, ['--version']), ffmpeg: runs(ffmpeg, ['-version']) }
  const found = await Promise.all(IMPORT_PROGRAMS.map((name) => calls[name]))
  return IMPORT_PROGRAMS.filter((_, index) => !found[index])
}

const never = new AbortController().signal
