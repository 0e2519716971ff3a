// Subtitle files as WebVTT, the one form that browsers read.
import { SUBTITLE_ENDINGS } from '../../../contract/resources.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'
import type { ReadEnding } from './task.ts'

type Ending = '.vtt' | ReadEnding

/** A film's subtitles have some 100 KB; more than this is none. */
const MAX_BYTES = 4 * 1024 * 1024
const READING_MS = 5_000

/** The ending of a name that is a subtitle file's, in lower case; null for any other. */
export function subtitleEndingOf(name: string): Ending | null {
  const lower = name.toLowerCase()
  return SUBTITLE_ENDINGS.find((ending) => lower.endsWith(ending)) ?? null
}

/**
 * The file as WebVTT, by a child; one that is WebVTT already byte for byte.
 * @throws AppError `tooLarge` over 4 MiB, `unsupportedMediaType` where no subtitle can be read, or not within five
 * seconds
 */
export async function toWebVtt(
  { file, ending, signal }: { file: OpenFile; ending: Ending; signal: AbortSignal },
  children: Pick<ChildPool, 'run'>,
): Promise<Buffer> {
  const { size } = file.stat
  if (size > MAX_BYTES) throw new AppError('tooLarge', 'the subtitles are longer than 4 MiB')
  if (ending === '.vtt') return size === 0 ? Buffer.alloc(0) : Buffer.concat(await file.read().toArray())
  const { body } = await children.run({
    task: 'subtitles',
    input: ending,
    body: { length: size, open: () => (size === 0 ? [] : file.read()) },
    limitMs: READING_MS,
    signal,
  })
  return Buffer.from(body.buffer)
}
