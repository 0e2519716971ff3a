// Runs in a child process, because these formats are complex and files are untrusted.
import { disableTypes, imageSize } from 'image-size'
import type { Resolution } from '../../contract/resources.ts'
import type { Task } from './child/serve.ts'

// Formats that no browser shows, or that match almost anything.
disableTypes(['icns', 'jxl', 'jxl-stream', 'j2c', 'jp2', 'ktx', 'dds', 'tga', 'cur', 'pnm'])

/** EXIF orientations (Exif 3.0, tag 0x0112) from which on width and height are swapped. */
const FIRST_ON_ITS_SIDE = 5
/** Larger than any real picture; vector graphics may claim anything. */
const SIDE_LIMIT = 1_000_000

/** The size of a picture as displayed, by its first bytes; null if they do not tell it. */
export function pictureSizeOf(first: Uint8Array): Resolution | null {
  try {
    // A copy in separate memory, because the library (2.1) reads past the end of a view into other data.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(first))
    if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= SIDE_LIMIT)) return null
    return orientation >= FIRST_ON_ITS_SIDE ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}

/** The same for several files: `input` has the length of each, one after another. Returns a list in their order. */
export const pictureSizes: Task = (input, body) => {
  let at = 0
  const sizes = (input as number[]).map((length) => pictureSizeOf(body.subarray(at, (at += length))))
  return { value: sizes }
}
