// Which bytes of a file a request asks for: RFC 9110 section 14.
import { RANGES_MAX } from '../../contract/limits.ts'
import type { ByteRange } from '../storage/types.ts'

/**
 * The ranges of a `Range` header for a file of `size` bytes: cut to the file, joined if they overlap or touch, and in
 * file order. Null if the header has to be ignored (another unit, invalid, too many); an empty list if none is in the
 * file (416).
 */
export function parseRanges(header: string, size: number): ByteRange[] | null {
  const set = /^bytes\s*=(.*)$/i.exec(header.trim())?.[1]
  if (set === undefined) return null
  const specs = set
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  // Section 14.2 allows ignoring a Range that looks like an attack.
  if (specs.length === 0 || specs.length > RANGES_MAX) return null
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const match = /^(\d*)-(\d*)$/.exec(spec)
    const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
    if (first === '' && last === '') return null
    if (first !== '' && last !== '' && Number(last) < Number(first)) return null
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
    const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
    if (start <= end) ranges.push({ start, end })
  }
  return join(ranges)
}

/** The first bytes of those that a `Range` header ('' for none) asks for; null if there are none. */
export function firstRange(header: string, size: number): ByteRange | null {
  const ranges = header === '' ? null : parseRanges(header, size)
  return ranges === null ? { start: 0, end: size - 1 } : (ranges[0] ?? null)
}

function join(ranges: ByteRange[]): ByteRange[] {
  const joined: ByteRange[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end)
    else joined.push(range)
  }
  return joined
}

/** `Content-Range` of one range (section 14.4). */
export const contentRange = ({ start, end }: ByteRange, size: number): string => `bytes ${start}-${end}/${size}`

export const lengthOf = ({ start, end }: ByteRange): number => end - start + 1

/** The head of each part of a `multipart/byteranges` body (section 14.6), and the end of the body. */
export function multipartHeads(
  ranges: ByteRange[],
  options: { size: number; type: string; boundary: string },
): { heads: Buffer[]; end: Buffer } {
  const heads = ranges.map((range) =>
    Buffer.from(
      `\r\n--${options.boundary}\r\nContent-Type: ${options.type}\r\nContent-Range: ` +
        `${contentRange(range, options.size)}\r\n\r\n`,
    ),
  )
  return { heads, end: Buffer.from(`\r\n--${options.boundary}--\r\n`) }
}
