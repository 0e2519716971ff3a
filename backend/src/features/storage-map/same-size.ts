// Which sizes more than one file has.
import { SAME_SIZE_FILES_MAX, SAME_SIZES_MAX } from '../../../contract/limits.ts'
import { Best } from '../../lib/best.ts'

/** A size in bytes, and how many files have it. */
interface SharedSize {
  size: number
  files: number
}

/** The space that copies would take, if all but one were copies. */
const freed = ({ size, files }: SharedSize): number => size * (files - 1)

/**
 * The sizes among these that would free most, if files of one size were copies of each other, the first one first.
 * `counts`: how many files have each size.
 */
export function sharedSizes(counts: ReadonlyMap<number, number>): number[] {
  const best = new Best<SharedSize>(SAME_SIZES_MAX, byFreed)
  for (const [size, files] of counts) if (files > 1) best.offer({ size, files: Math.min(files, SAME_SIZE_FILES_MAX) })
  return best.items.toSorted(byFreed).map(({ size }) => size)
}

const byFreed = (a: SharedSize, b: SharedSize): number => freed(b) - freed(a) || b.size - a.size
