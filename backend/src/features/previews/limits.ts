// How large a picture may be.
import { PICTURE_BYTES_MAX, PICTURE_SIDE_MAX } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'

/** The pixel limit of pictures that have to be in memory completely, because they are not read from top to bottom. */
const WHOLE_PIXELS_MAX = 50_000_000
/** Bytes per channel, by libvips' names; any other format has more. */
const DEPTHS: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 }
const LARGEST_DEPTH = 16

/**
 * What a header says about a picture. `channels` per pixel, and `depth`, their format; at least one of one byte for a
 * picture that has not been read.
 */
export interface Measures {
  width: number
  height: number
  channels?: number
  depth?: string
}

/**
 * @throws AppError `tooLarge` if a side is over 10,000 pixels, the decoded picture over 256 MiB, or, if it has to be in
 *   memory completely, over 50 million pixels
 */
export function checkPixels({ width, height, channels = 1, depth = 'uchar' }: Measures, isWhole: boolean): void {
  const bytes = width * height * channels * (DEPTHS[depth] ?? LARGEST_DEPTH)
  const isTooLarge =
    Math.max(width, height) > PICTURE_SIDE_MAX ||
    bytes > PICTURE_BYTES_MAX ||
    (isWhole && width * height > WHOLE_PIXELS_MAX)
  if (isTooLarge) throw new AppError('tooLarge', 'the picture has too many pixels')
}
