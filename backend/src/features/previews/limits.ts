// How large a picture may be.
import { PICTURE_BYTES_MAX, PICTURE_SIDE_MAX } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'

/** A picture that is not read from top to bottom lies in memory whole: up to so many pixels. */
const WHOLE_PIXELS_MAX = 50_000_000
/** Bytes of a number, by libvips' names; whatever else there is has more than these. */
const DEPTHS: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 }
const LARGEST_DEPTH = 16

/**
 * What a header says of a picture. `channels`: numbers a pixel, `depth`: their kind; of a picture that has not been
 * read, at least one of a byte.
 */
export interface Measures {
  width: number
  height: number
  channels?: number
  depth?: string
}

/**
 * @throws AppError `tooLarge` over 10,000 pixels a side or 256 MiB unpacked; over 50 million pixels in all where the
 * picture has to lie in memory whole
 */
export function checkPixels({ width, height, channels = 1, depth = 'uchar' }: Measures, isWhole: boolean): void {
  const bytes = width * height * channels * (DEPTHS[depth] ?? LARGEST_DEPTH)
  const isTooLarge =
    Math.max(width, height) > PICTURE_SIDE_MAX ||
    bytes > PICTURE_BYTES_MAX ||
    (isWhole && width * height > WHOLE_PIXELS_MAX)
  if (isTooLarge) throw new AppError('tooLarge', 'the picture has too many pixels')
}
