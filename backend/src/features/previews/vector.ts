// Vector graphics as pixels. Runs in a child: a few lines of SVG can ask for hours of work.
// It gets bytes and no address, so nothing the file names, neither file nor server, is looked for.
import sharp from 'sharp'
import { PREVIEW_PIXELS } from '../../../contract/previews.ts'
import type { Wanted } from './draw.ts'
import { checkPixels } from './limits.ts'

/**
 * What an SVG says of its size counts at so many dots an inch (CSS: 96 pixels an inch; librsvg's own 72 leaves pixels
 * as they are).
 */
const DENSITY = 72
const DENSITY_MAX = 20_000
const LOADER = { operation: ['VipsForeignLoadSvg'] }

/**
 * The graphics as PNG in the pixels that are wanted: covers a square, or fits in one without being enlarged. No other
 * file is read as SVG.
 * @throws AppError `tooLarge` for more pixels than a picture may have
 */
export async function drawVector(svg: Uint8Array, { size, fit }: Pick<Wanted, 'size' | 'fit'>): Promise<Uint8Array> {
  const side = PREVIEW_PIXELS[size]
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
