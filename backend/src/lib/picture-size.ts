import { disableTypes, imageSize } from 'image-size'
import type { Resolution } from '../../contract/resources.ts'

// Formats that no browser shows, or that anything passes for.
disableTypes(['icns', 'jxl', 'jxl-stream', 'j2c', 'jp2', 'ktx', 'dds', 'tga', 'cur', 'pnm'])

/** EXIF orientations (Exif 3.0, tag 0x0112) from which on width and height change places. */
const FIRST_ON_ITS_SIDE = 5
/** What no picture has; vector graphics may say anything. */
const SIDE_LIMIT = 1_000_000

/** The pixels of a picture as it is shown, by its first bytes; null where these don't tell. */
export function pictureSizeOf(first: Buffer): Resolution | null {
  try {
    const { width, height, orientation = 1 } = imageSize(first)
    if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= SIDE_LIMIT)) return null
    return orientation >= FIRST_ON_ITS_SIDE ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}
