// Renders a small picture from a large one, in a child process, so that a bad picture only ends the child. Pixels, time
// and formats are limited.
import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_SIDE_MAX, type PreviewSize } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'
import { encodeBitmap, type Pixels } from './bitmap.ts'
import { checkPixels } from './limits.ts'

// One thread per picture and no operation cache, because the queue decides how many are rendered at once.
sharp.concurrency(1)
sharp.cache(false)
// Only the formats in the table of renderers. Vector graphics only if the file's type says so (vector.ts).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

const DRAWING_SECONDS = 20
const QUALITY = 82

/**
 * A request. `side`: pixels of the square that the picture covers or fits in. `keepsFormat`: the preview of a PNG is a
 * PNG, as clients of the reference server expect for `big`; otherwise the smallest format that browsers support.
 */
export interface WantedPicture {
  size: PreviewSize
  side: number
  fit: 'cover' | 'inside'
  keepsFormat: boolean
}

/** A rendered picture: its bytes and their MIME type. */
export interface Drawn {
  bytes: Buffer
  type: string
}

/** The source picture: a file's bytes, or pixels. `isBitmap`: the file was a BMP. */
export interface Drawable {
  bytes?: Uint8Array
  pixels?: Pixels
  isBitmap?: boolean
}

/**
 * Renders a preview, rotated as EXIF says, without the picture's metadata.
 * @throws AppError `unsupportedMediaType` for a broken picture, `tooLarge` for too many pixels
 */
export async function draw(source: Drawable, wanted: WantedPicture): Promise<Drawn> {
  try {
    // The header of any picture may be read, but not its pixels.
    const metadata = await open(source, false).metadata()
    checkPixels(metadata, !isStreamed(metadata))
    const { side } = wanted
    const isCropped = wanted.size === 'thumb' && wanted.fit === 'cover'
    const small = open(source)
      .autoOrient()
      .timeout({ seconds: DRAWING_SECONDS })
      .resize({ width: side, height: side, fit: isCropped ? 'cover' : 'inside', withoutEnlargement: !isCropped })
    return await encode(small, { wanted, metadata, isBitmap: source.isBitmap ?? false })
  } catch (error) {
    if (error instanceof AppError) throw error
    // The library's errors have no codes. Whatever it says, the picture is the cause.
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
 * Whether the library reads a picture from top to bottom, a few rows at a time. A JPEG is decoded at an eighth of its
 * size, so it may be rotated.
 */
function isStreamed({ format, isProgressive, orientation = 1 }: Metadata): boolean {
  return !isProgressive && (format === 'jpeg' || (orientation === 1 && (format === 'png' || format === 'tiff')))
}

async function encode(
  small: Sharp,
  { wanted, metadata, isBitmap }: { wanted: WantedPicture; metadata: Metadata; isBitmap: boolean },
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
  // Drawings have hard edges and transparent parts; photos have neither.
  const isPhoto = !hasAlpha && format !== 'png' && format !== 'gif'
  if (isPhoto || (wanted.size === 'thumb' && !hasAlpha))
    return { bytes: await small.jpeg({ quality: QUALITY }).toBuffer(), type: 'image/jpeg' }
  return { bytes: await small.webp({ quality: QUALITY }).toBuffer(), type: 'image/webp' }
}
