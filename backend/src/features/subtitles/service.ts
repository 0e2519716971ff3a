// Subtitle files as WebVTT, the one form that browsers read.
import { SUBTITLE_ENDINGS } from '../../../contract/resources.ts'
import { AppError } from '../../lib/app-error.ts'
import type { OpenFile } from '../../storage/types.ts'
import { writeWebVtt } from './cue.ts'
import { decodeText } from './encoding.ts'
import { readSubRip } from './subrip.ts'
import { readSubStation } from './substation.ts'

type Ending = (typeof SUBTITLE_ENDINGS)[number]

/** A film's subtitles have some 100 KB; more than this is none. */
const MAX_BYTES = 4 * 1024 * 1024

const READERS = { '.srt': readSubRip, '.ass': readSubStation, '.ssa': readSubStation } satisfies Record<Exclude<Ending, '.vtt'>, unknown>

/** The ending of a name that is a subtitle file's, in lower case; null for any other. */
export function subtitleEndingOf(name: string): Ending | null {
  const lower = name.toLowerCase()
  return SUBTITLE_ENDINGS.find((ending) => lower.endsWith(ending)) ?? null
}

/**
 * The file as WebVTT; one that is WebVTT already byte for byte.
 * @throws AppError `tooLarge` over 4 MiB, `unsupportedMediaType` where no subtitle can be read
 */
export async function toWebVtt(file: OpenFile, ending: Ending): Promise<Buffer> {
  if (file.stat.size > MAX_BYTES) throw new AppError('tooLarge', 'the subtitles are longer than 4 MiB')
  const bytes = file.stat.size === 0 ? Buffer.alloc(0) : Buffer.concat(await file.read().toArray())
  if (ending === '.vtt') return bytes
  const cues = READERS[ending](decodeText(bytes))
  if (cues.length === 0) throw new AppError('unsupportedMediaType', 'the file has no subtitles that can be read')
  return Buffer.from(writeWebVtt(cues))
}
