// The table of renderers: what becomes a picture, by its MIME type, and how.
import { AppError } from '../../lib/app-error.ts'
import type { OpenFile } from '../../storage/types.ts'
import { decodeBitmap } from './bitmap.ts'
import { draw, type Drawn, type Wanted } from './draw.ts'
import type { Stills } from './stills.ts'
import { drawVector } from './vector.ts'

/** A file of more bytes is not read into memory for a preview. */
const PICTURE_MAX_BYTES = 128 * 1024 * 1024
const VECTOR_MAX_BYTES = 4 * 1024 * 1024

export interface Renderer {
  takes(type: string): boolean
  /** Whether a plain call gets it too. The rest is rendered for `render=true` alone: clients of the reference server want those files as they are. */
  isPlain: boolean
  /**
   * @throws AppError `unsupportedMediaType` for what is broken, `tooLarge` for too many bytes or pixels, `notImplemented` where the machine lacks what it takes
   */
  render(file: OpenFile, wanted: Wanted, signal: AbortSignal): Promise<Drawn>
}

/** In the order they are asked; the first that takes a type renders it. */
export function createRenderers(stills: Stills): readonly Renderer[] {
  const drawBytes = async (file: OpenFile, wanted: Wanted, signal: AbortSignal) => draw({ bytes: await readAll(file, PICTURE_MAX_BYTES, signal) }, wanted)
  return [
    { takes: oneOf('image/jpeg', 'image/png', 'image/apng', 'image/tiff'), isPlain: true, render: drawBytes },
    {
      takes: oneOf('image/bmp', 'image/x-ms-bmp'), isPlain: true,
      render: async (file, wanted, signal) => draw({ pixels: await decodeBitmap(await readAll(file, PICTURE_MAX_BYTES, signal)), isBitmap: true }, wanted),
    },
    { takes: oneOf('image/gif', 'image/webp', 'image/avif'), isPlain: false, render: drawBytes },
    {
      takes: oneOf('image/svg+xml'), isPlain: false,
      render: async (file, wanted, signal) => draw({ bytes: await drawVector(await readAll(file, VECTOR_MAX_BYTES, signal), wanted, signal) }, wanted),
    },
    { takes: (type) => type.startsWith('video/'), isPlain: false, render: async (file, wanted, signal) => draw({ bytes: await stills.poster(file, signal) }, wanted) },
    { takes: (type) => type.startsWith('audio/'), isPlain: false, render: async (file, wanted, signal) => draw({ bytes: await stills.cover(file, signal) }, wanted) },
  ]
}

const oneOf = (...types: string[]) => (type: string) => types.includes(type)

async function readAll(file: OpenFile, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (file.stat.size > maxBytes) throw new AppError('tooLarge', 'the file is too large for a preview')
  if (file.stat.size === 0) throw new AppError('unsupportedMediaType', 'the file is empty')
  return Buffer.concat(await file.read().toArray({ signal }))
}
