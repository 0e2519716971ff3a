// Runs in a child: these formats are a maze, and who wrote the file laid it out.
import { disableTypes, imageSize } from 'image-size'
import type { Resolution } from '../../contract/resources.ts'
import type { Task } from './child/serve.ts'

// Formats that no browser shows, or that anything passes for.
disableTypes(['icns', 'jxl', 'jxl-stream', 'j2c', 'jp2', 'ktx', 'dds', 'tga', 'cur', 'pnm'])

/** EXIF orientations (Exif 3.0, tag 0x0112) from which on width and height change places. */
const FIRST_ON_ITS_SIDE = 5
/** What no picture has; vector graphics may say anything. */
const SIDE_LIMIT = 1_000_000

/** The pixels of a picture as it is shown, by its first bytes; null where these don't tell. */
export function pictureSizeOf(first: Uint8Array): Resolution | null {
  try {
    // A copy in memory of its own: the library reads on behind the end of a view (2.1), and there lie others' bytes.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(first))
    if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= SIDE_LIMIT)) return null
    return orientation >= FIRST_ON_ITS_SIDE ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}

/** Of several beginnings, one behind the other: `input` has the bytes of each. Answers a list in their order. */
export const pictureSizes: Task = (input, body) => {
  let at = 0
  const sizes = (input as number[]).map((length) => pictureSizeOf(body.subarray(at, (at += length))))
  return { value: sizes }
}
