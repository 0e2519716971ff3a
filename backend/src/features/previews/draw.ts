// Drawing: a picture in, a small one out. Runs in a child, so that only that ends of what a picture does. Everything
// here is bounded: pixels, time, and which formats are read at all.
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_SIDE_MAX, PREVIEW_PIXELS, type PreviewSize } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'
import { encodeBitmap, type Pixels } from './bitmap.ts'
import { checkPixels } from './limits.ts'

// One thread a picture and no memory of operations: how many are drawn at once is the queue's business.
sharp.concurrency(1)
sharp.cache(false)
// Only what the table of renderers names; vector graphics where a file is one by its type (vector.ts).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

const DRAWING_SECONDS = 20
const QUALITY = 82

/**
 * What is asked for. `keepsFormat`: a PNG's preview is a PNG, as clients of the reference server expect of `big`; else
 * what browsers take in the least bytes.
 */
export interface Wanted {
  size: PreviewSize
  fit: 'cover' | 'inside'
  keepsFormat: boolean
}

/** A picture that is drawn: its bytes, and their MIME type. */
export interface Drawn {
  bytes: Buffer
  type: string
}

/** A picture to draw from: a file's bytes, or pixels. `isBitmap`: the file was a BMP. */
export interface Drawable {
  bytes?: Uint8Array
  pixels?: Pixels
  isBitmap?: boolean
}

/**
 * Draws a preview, turned as EXIF says (Exif 3.0, orientation), without the picture's metadata.
 * @throws AppError `unsupportedMediaType` for a broken picture, `tooLarge` for too many pixels
 */
export async function draw(source: Drawable, wanted: Wanted): Promise<Drawn> {
  try {
    // The header of a picture of any size may be read; its pixels may not.
    const metadata = await open(source, false).metadata()
    checkPixels(metadata, !isStreamed(metadata))
    const side = PREVIEW_PIXELS[wanted.size]
    const isCropped = wanted.size === 'thumb' && wanted.fit === 'cover'
    const small = open(source)
      .autoOrient()
      .timeout({ seconds: DRAWING_SECONDS })
      .resize({ width: side, height: side, fit: isCropped ? 'cover' : 'inside', withoutEnlargement: !isCropped })
    return await encode(small, { wanted, metadata, isBitmap: source.isBitmap ?? false })
  } catch (error) {
    if (error instanceof AppError) throw error
    // The library's errors have no codes; whatever it says, the picture is what it cannot cope with.
    throw new AppError('unsupportedMediaType', 'the picture cannot be read', { cause: error })
  }
}

function open({ bytes, pixels }: Drawable, limitInputPixels: number | false = PICTURE_SIDE_MAX ** 2): Sharp {
  const limits = { limitInputPixels, failOn: 'error' } as const
  if (!pixels) return sharp(bytes, limits)
  const { width, height, channels } = pixels
  return sharp(pixels.data, { ...limits, raw: { width, height, channels } })
}

/**
 * Whether the library reads a picture from top to bottom, a few rows at a time. A JPEG is read in an eighth of its
 * size, so it may be turned.
 */
function isStreamed({ format, isProgressive, orientation = 1 }: Metadata): boolean {
  return !isProgressive && (format === 'jpeg' || (orientation === 1 && (format === 'png' || format === 'tiff')))
}

async function encode(
  small: Sharp,
  { wanted, metadata, isBitmap }: { wanted: Wanted; metadata: Metadata; isBitmap: boolean },
): Promise<Drawn> {
  const { format, hasAlpha } = metadata
  if (wanted.size === 'big' && wanted.keepsFormat) {
    if (isBitmap) {
      const { data, info } = await small
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { bytes: encodeBitmap({ data, width: info.width, height: info.height, channels: 3 }), type: 'image/bmp' }
    }
    if (format === 'png') return { bytes: await small.png().toBuffer(), type: 'image/png' }
    if (format === 'tiff') return { bytes: await small.tiff({ compression: 'lzw' }).toBuffer(), type: 'image/tiff' }
  }
  // Drawn pictures have hard edges and see-through parts; photos have neither.
  const isPhoto = !hasAlpha && format !== 'png' && format !== 'gif'
  if (isPhoto || (wanted.size === 'thumb' && !hasAlpha))
    return { bytes: await small.jpeg({ quality: QUALITY }).toBuffer(), type: 'image/jpeg' }
  return { bytes: await small.webp({ quality: QUALITY }).toBuffer(), type: 'image/webp' }
}
