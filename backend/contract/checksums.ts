// Tells checksums apart. Without schemas, so that the page can import it.
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from './resource-kinds.ts'

/** How many hexadecimal digits they have. */
const DIGITS: Readonly<Record<ChecksumAlgorithm, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 }

/** Which checksum some hexadecimal digits are, by their number; null if they are none. */
export function checksumAlgorithmOf(hex: string): ChecksumAlgorithm | null {
  if (!/^[0-9a-f]*$/i.test(hex)) return null
  return CHECKSUM_ALGORITHMS.find((algorithm) => DIGITS[algorithm] === hex.length) ?? null
}
