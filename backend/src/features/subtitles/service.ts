// Converts subtitle files to WebVTT, the only format that browsers read.
import { SUBTITLE_ENDINGS } from '../../../contract/resources.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'
import type { ReadEnding } from './task.ts'

type Ending = '.vtt' | ReadEnding

/** Subtitles of a film have about 100 KB; a larger file is refused. */
const MAX_BYTES = 4 * 1024 * 1024
const READING_MS = 5_000

export interface Subtitles {
  /** The extension of a subtitle file's name, in lower case; null for other files. */
  endingOf(name: string): Ending | null
  /**
   * The file as WebVTT.
   * @throws AppError `tooLarge` over 4 MiB, `unsupportedMediaType` if no subtitle can be read within five seconds
   */
  toWebVtt(asked: AskedWebVtt): Promise<Buffer>
}

export interface AskedWebVtt {
  file: OpenFile
  ending: Ending
  signal: AbortSignal
}

export const createSubtitles = (children: Pick<ChildPool, 'run'>): Subtitles => ({
  endingOf: subtitleEndingOf,
  toWebVtt: (asked) => toWebVtt(asked, children),
})

function subtitleEndingOf(name: string): Ending | null {
  const lower = name.toLowerCase()
  return SUBTITLE_ENDINGS.find((ending) => lower.endsWith(ending)) ?? null
}

/** The file as WebVTT, converted by a child process; a WebVTT file unchanged. */
async function toWebVtt({ file, ending, signal }: AskedWebVtt, children: Pick<ChildPool, 'run'>): Promise<Buffer> {
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
