// `Range` (RFC 9110 section 14), compared with a separate implementation that uses integers of any length.
import fc from 'fast-check'
import { RANGES_MAX } from '../../backend/contract/limits.ts'
import { contentRange, parseRanges } from '../../backend/src/http/ranges.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { hold } from './holding.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const PIECES = ['bytes=', 'bytes', '=', '-', ',', ' ', '\t', '0-', '-1', '0-0', '5-', 'items=', '\n', '--', '+1', '1e3']

/** How many bytes a list of ranges asks for, overlaps counted once; null if it is not a list of ranges. */
function wantedOf(header: string, size: number): Set<number> | null {
  const specs = header
    .trim()
    .replace(/^bytes\s*=/i, '')
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  const wanted = new Set<number>()
  for (const spec of specs) {
    const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? []
    if (first === '' && last === '') return null
    const whole = BigInt(size)
    const from = first === '' ? whole - BigInt(last) : BigInt(first)
    const to = first === '' || last === '' ? whole - 1n : BigInt(last)
    for (let at = from < 0n ? 0n : from; at <= to && at < whole; at += 1n) wanted.add(Number(at))
  }
  return wanted
}

export const ranges: Target<{ header: string; size: number }> = {
  name: 'Range',
  inputs: fc.record({
    header: fc.oneof(
      textOf(PIECES),
      textOf(PIECES).map((rest) => `bytes=${rest}`),
    ),
    size: fc.oneof(fc.nat(40), fc.maxSafeNat()),
  }),
  check({ header, size }) {
    const found = parseRanges(header, size)
    if (found === null) return
    hold(found.length <= RANGES_MAX, 'no more ranges than there may be')
    let before = -2
    for (const { start, end } of found) {
      hold(Number.isSafeInteger(start) && Number.isSafeInteger(end), 'ends are whole numbers')
      hold(start > before + 1 && start <= end && end < size, 'ranges lie in the file, in order and apart')
      hold(/^bytes \d+-\d+\/\d+$/.test(contentRange({ start, end }, size)), 'Content-Range is one')
      before = end
    }
    if (size > 40) return
    const told = found.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, index) => start + index))
    const wanted = wantedOf(header, size)
    hold(
      wanted !== null && told.length === wanted.size && told.every((at) => wanted.has(at)),
      'they hold what is asked for',
    )
  },
}

export const rangesGrow: Target<Pumped> = {
  name: 'Range, long',
  inputs: pumpedOf(PIECES),
  check: (pumped) =>
    checkGrowth((header) => parseRanges(header, 1000), { ...pumped, head: `bytes=${pumped.head}` }, 256 * 1024),
}
