// Which programs of the machine a worker lacks.
import type { IMPORT_PROGRAMS } from '../../../../contract/import-kinds.ts'
import { outputOf } from '../../../lib/child/output.ts'
import { versionOf } from '../program/unpacked.ts'
import type { VideoPrograms } from './program.ts'

const LIMIT_MS = 60_000
const MAX_BYTES = 64 * 1024

export interface FoundPrograms {
  /** Those that are not there, or do not run. */
  missing: (typeof IMPORT_PROGRAMS)[number][]
  /** What yt-dlp calls itself; null if it does not run. */
  version: string | null
}

export async function findPrograms(programs: VideoPrograms): Promise<FoundPrograms> {
  const { ytdlp, ffmpeg: program, searchPath } = programs
  const limits = { limitMs: LIMIT_MS, maxBytes: MAX_BYTES, signal: never }
  const [version, ffmpeg] = await Promise.all([
    ytdlp === '' ? null : versionOf(programs).catch(() => null),
    program === '' ? null : outputOf({ program, searchPath, args: ['-version'], ...limits }).catch(() => null),
  ])
  return {
    version,
    missing: [...(version === null ? (['yt-dlp'] as const) : []), ...(ffmpeg === null ? (['ffmpeg'] as const) : [])],
  }
}

const never = new AbortController().signal
