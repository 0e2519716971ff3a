import { type Argument, type Options, parseCount, parseOptions } from '../arguments.ts'
import { byteLines, type Input } from '../bytes.ts'
import type { Command } from '../command.ts'
import { readEach, sourcesOf } from './sources.ts'

export const head: Command = {
  usage: '[-n lines | -c bytes] [file …]',
  summary: 'summary.head',
  async *run(context) {
    const { most, unit, operands } = parseEnd(context.args)
    const sources = sourcesOf(context, operands)
    let isFirst = true
    for await (const { source, bytes } of readEach(context, sources)) {
      if (sources.length > 1) yield `${isFirst ? '' : '\n'}==> ${source.name || '-'} <==\n`
      isFirst = false
      yield* unit === 'bytes' ? firstBytes(bytes, most) : firstLines(bytes, most)
    }
  },
}

/** The options of head and tail; `-5` means `-n 5`. */
export function parseEnd(args: readonly Argument[]): {
  most: number
  unit: 'lines' | 'bytes'
  text: string
  operands: string[]
  options: Options
} {
  const [first, ...rest] = args
  const isShort = first?.mayBeOption === true && /^-\d+$/.test(first.text)
  const options = parseOptions(isShort ? [{ text: `-n${first.text.slice(1)}`, mayBeOption: true }, ...rest] : args, {
    values: 'nc',
    long: { lines: 'n', bytes: 'c' },
  })
  const bytes = options.value('c')
  const text = bytes ?? options.value('n') ?? '10'
  return {
    most: parseCount(text.replace(/^\+/, '')),
    unit: bytes === undefined ? 'lines' : 'bytes',
    text,
    operands: options.operands,
    options,
  }
}

async function* firstLines(input: Input, most: number): AsyncGenerator<string | Uint8Array> {
  let count = 0
  if (most === 0) return
  for await (const line of byteLines(input)) {
    yield line
    yield '\n'
    count += 1
    if (count >= most) return
  }
}

async function* firstBytes(input: Input, most: number): AsyncGenerator<Uint8Array> {
  let left = most
  if (left === 0) return
  for await (const chunk of input) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}
