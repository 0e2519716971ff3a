import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
}
/** `\n`, `\101`; `%s`, `%-10s`, `%05d`, `%.2f`, `%%`. */
const PARTS = /\\([0-7]{1,3}|.)|%(%|(-?)(0?)(\d{0,3})(?:\.(\d{1,2}))?([a-zA-Z]))|[^\\%]+|[\\%]/gs

export const printf: Command = {
  usage: 'format [word …]',
  summary: 'summary.printf',
  async *run({ args, signal }) {
    const [format, ...words] = args.map(({ text }) => text)
    if (format === undefined) throw new ShellError('error.noFormat')
    // The format is reused until no word is left (XCU printf).
    do {
      signal.throwIfAborted()
      const before = words.length
      yield fill(format, words)
      if (words.length === before) return
    } while (words.length > 0)
  },
}

function fill(format: string, words: string[]): string {
  return format.replace(
    PARTS,
    // One parameter for each group of the expression.
    // oxlint-disable-next-line max-params
    (
      part,
      escape: string | undefined,
      spec: string | undefined,
      left: string,
      zero: string,
      width: string,
      precision: string | undefined,
      kind: string,
    ) => {
      if (escape !== undefined)
        return /^[0-7]/.test(escape)
          ? String.fromCharCode(Number.parseInt(escape, 8) & 0xff)
          : (ESCAPES[escape] ?? part)
      if (spec === undefined) return part
      if (spec === '%') return '%'
      const text = formed(kind, words.shift(), precision)
      const size = Number(width || 0)
      return left ? text.padEnd(size) : text.padStart(size, zero && kind !== 's' ? '0' : ' ')
    },
  )
}

function formed(kind: string, word: string | undefined, precision: string | undefined): string {
  if (kind === 's') return (word ?? '').slice(0, precision === undefined ? undefined : Number(precision))
  const number = Number(word ?? 0)
  if (!Number.isFinite(number)) throw new ShellError('error.notNumber', { text: word ?? '' })
  if (kind === 'd' || kind === 'i') return String(Math.trunc(number))
  if (kind === 'f') return number.toFixed(Number(precision ?? 6))
  if (kind === 'x') return Math.trunc(number).toString(16)
  throw new ShellError('error.notSupported', { name: `%${kind}` })
}
