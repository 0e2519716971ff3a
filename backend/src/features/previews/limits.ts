// How large a picture may be.
import { PICTURE_SIDE_MAX } from '../../../contract/previews.ts'
import { AppError } from '../../lib/app-error.ts'

/** A picture that is not read from top to bottom lies in memory whole: up to so many pixels. */
const WHOLE_PIXELS_MAX = 50_000_000

/** @throws AppError `tooLarge` over 10,000 pixels a side; over 50 million in all where the picture has to lie in memory whole */
export function checkPixels({ width, height }: { width: number; height: number }, isWhole: boolean): void {
  const isTooLarge = Math.max(width, height) > PICTURE_SIDE_MAX || (isWhole && width * height > WHOLE_PIXELS_MAX)
  if (isTooLarge) throw new AppError('tooLarge', 'the picture has too many pixels')
}
