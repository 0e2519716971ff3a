// Renders vector graphics, in a child process, because a few lines of SVG can need hours of work. It gets bytes without
// an address, so files and servers that the graphic names are not loaded.
import sharp from 'sharp'
import type { WantedPicture } from './draw.ts'
import { checkPixels } from './limits.ts'

/**
 * The resolution for sizes in an SVG (CSS: 96 pixels per inch; with librsvg's default of 72, pixels stay as they are).
 */
const DENSITY = 72
const DENSITY_MAX = 20_000
const LOADER = { operation: ['VipsForeignLoadSvg'] }

/**
 * The graphics as PNG in the pixels that are wanted: covers a square, or fits in one without being enlarged. No other
 * file is read as SVG.
 * @throws AppError `tooLarge` for more pixels than a picture may have
 */
export async function drawVector(
  svg: Uint8Array,
  { size, side, fit }: Pick<WantedPicture, 'size' | 'side' | 'fit'>,
): Promise<Uint8Array> {
  const isCover = size === 'thumb' && fit === 'cover'
  sharp.unblock(LOADER)
  try {
    const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata()
    checkPixels({ width, height }, false)
    const scale = isCover ? Math.max(side / width, side / height) : Math.min(1, side / width, side / height)
    const density = Math.min(DENSITY_MAX, Math.max(1, DENSITY * scale))
    return await sharp(svg, { density })
      .resize({ width: side, height: side, fit: isCover ? 'cover' : 'inside', withoutEnlargement: !isCover })
      .png()
      .toBuffer()
  } finally {
    sharp.block(LOADER)
  }
}
