// Vector graphics, drawn by a process of its own: a few lines of SVG can ask for hours of work.
import path from 'node:path'
import { PREVIEW_PIXELS } from '../../../contract/previews.ts'
import { outputOf } from './child.ts'
import type { Wanted } from './draw.ts'

const PROGRAM = path.join(import.meta.dirname, 'vector-child.ts')
const LIMIT_MS = 20_000
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** The graphics as PNG, in the pixels that are wanted. @throws AppError `unsupportedMediaType` */
export function drawVector(svg: Buffer, { size, fit }: Pick<Wanted, 'size' | 'fit'>, signal: AbortSignal): Promise<Buffer> {
  const isCover = size === 'thumb' && fit === 'cover'
  return outputOf({
    program: process.execPath,
    searchPath: '',
    args: ['--max-old-space-size=128', PROGRAM, String(PREVIEW_PIXELS[size]), isCover ? 'cover' : 'inside'],
    input: svg, limitMs: LIMIT_MS, maxBytes: OUTPUT_MAX_BYTES, signal,
  })
}
