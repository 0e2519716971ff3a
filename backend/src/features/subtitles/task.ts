// Converts subtitles in a child process, because a malicious text may take long to read.
import type { Task } from '../../lib/child/serve.ts'
import { AppError } from '../../lib/app-error.ts'
import { writeWebVtt } from './cue.ts'
import { decodeText } from './encoding.ts'
import { readSubRip } from './subrip.ts'
import { readSubStation } from './substation.ts'

const READERS = { '.srt': readSubRip, '.ass': readSubStation, '.ssa': readSubStation }

/** Extensions of the supported formats. */
export type ReadEnding = keyof typeof READERS

/** A file's bytes as WebVTT; `input` is the extension of its name. */
export const subtitles: Task = (input, bytes) => {
  const cues = READERS[input as ReadEnding](decodeText(Buffer.from(bytes.buffer)))
  if (cues.length === 0) throw new AppError('unsupportedMediaType', 'the file has no readable subtitles')
  return { body: Buffer.from(writeWebVtt(cues)) }
}
