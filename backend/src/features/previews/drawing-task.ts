// Rendering, as a task of a child process.
import type { Task } from '../../lib/child/serve.ts'
import { AppError } from '../../lib/app-error.ts'
import { decodeBitmap } from './bitmap.ts'
import { draw, type Wanted } from './draw.ts'
import { drawVector } from './vector.ts'

/** The assumed type of the bytes, from the file's type. */
export interface DrawingOrder {
  kind: 'picture' | 'bitmap' | 'vector'
  wanted: Wanted
}

/** The preview of a file's bytes; `value` is its MIME type. */
export const drawing: Task = async (input, bytes) => {
  const { kind, wanted } = input as DrawingOrder
  if (bytes.length === 0) throw new AppError('unsupportedMediaType', 'the file is empty')
  const source =
    kind === 'bitmap'
      ? { pixels: await decodeBitmap(Buffer.from(bytes.buffer)), isBitmap: true }
      : { bytes: kind === 'vector' ? await drawVector(bytes, wanted) : bytes }
  const { bytes: body, type } = await draw(source, wanted)
  return { value: type, body }
}
