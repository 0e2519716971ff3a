// Rendering, as a task of a child process.
import type { Task } from '../../lib/child/serve.ts'
import { AppError } from '../../lib/app-error.ts'
import { decodeBitmap } from './bitmap.ts'
import { draw, type Drawn, type WantedPicture } from './draw.ts'
import { drawVector } from './vector.ts'

/** The assumed type of the bytes, from the file's type. */
export interface DrawingOrder {
  kind: 'picture' | 'bitmap' | 'heif' | 'vector'
  wanted: WantedPicture
}

/** The preview of a file's bytes; `value` is its MIME type. */
export const drawing: Task = async (input, bytes) => {
  const { kind, wanted } = input as DrawingOrder
  if (bytes.length === 0) throw new AppError('unsupportedMediaType', 'the file is empty')
  const { bytes: body, type } = await drawOrdered(kind, bytes, wanted)
  return { value: type, body }
}

async function drawOrdered(
  kind: DrawingOrder['kind'],
  bytes: Uint8Array<ArrayBuffer>,
  wanted: WantedPicture,
): Promise<Drawn> {
  switch (kind) {
    case 'picture':
      return draw({ bytes }, wanted)
    case 'bitmap':
      return draw({ pixels: await decodeBitmap(Buffer.from(bytes.buffer)), isBitmap: true }, wanted)
    case 'heif': {
      // Two megabytes of program, which other pictures do not need.
      const { withHeifPixels } = await import('./heif.ts')
      return withHeifPixels(bytes, (pixels) => draw({ pixels }, wanted))
    }
    case 'vector':
      return draw({ bytes: await drawVector(bytes, wanted) }, wanted)
  }
}
