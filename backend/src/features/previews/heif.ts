// Reads HEIC, the format of photos of many phones, which the picture library does not support. libheif runs as
// WebAssembly, in a child process.
import createLibHeif, { type HeifImage, type LibHeif } from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import { AppError } from '../../lib/app-error.ts'
import type { Pixels } from './bitmap.ts'
import { checkPixels } from './limits.ts'

const CHANNELS = 3

/**
 * Hands the main picture of a file to `use`, turned as the file says. Its pixels lie in the memory of libheif, so that
 * a photo of 24 megapixels fits into the limits of a child, and are gone afterwards.
 * @throws AppError `unsupportedMediaType` for a broken file, `tooLarge` for too many pixels
 */
export async function withHeifPixels<T>(file: Uint8Array, use: (pixels: Pixels) => Promise<T>): Promise<T> {
  const libheif = await createLibHeif()
  const images = new libheif.HeifDecoder().decode(file)
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0]
    if (!image) throw broken()
    checkPixels({ width: image.get_width(), height: image.get_height(), channels: CHANNELS }, true)
    return await withDecoded(libheif, image, use)
  } finally {
    for (const image of images) image.free()
  }
}

async function withDecoded<T>(
  libheif: LibHeif,
  { handle }: HeifImage,
  use: (pixels: Pixels) => Promise<T>,
): Promise<T> {
  const { heif_colorspace: colours, heif_chroma: chroma } = libheif
  const decoded = libheif.heif_js_decode_image2(handle, colours.heif_colorspace_RGB, chroma.heif_chroma_interleaved_RGB)
  if (!decoded || 'code' in decoded) throw broken()
  try {
    const [rows] = decoded.channels
    if (!rows) throw broken()
    return await use({ ...packed(rows), width: rows.width, height: rows.height, channels: CHANNELS })
  } finally {
    libheif.heif_image_release(decoded.image)
  }
}

/** Rows may be longer than their pixels. Then they move together, in the same memory. */
function packed({
  data,
  stride,
  width,
  height,
}: {
  data: Uint8Array<ArrayBuffer>
  stride: number
  width: number
  height: number
}) {
  const row = width * CHANNELS
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row)
  return { data: Buffer.from(data.buffer, data.byteOffset, row * height) }
}

const broken = () => new AppError('unsupportedMediaType', 'the picture cannot be read')
