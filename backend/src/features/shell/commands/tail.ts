import { byteLines, type Input, OUTPUT_LINE_MAX_BYTES } from '../bytes.ts'
import type { Command, Context } from '../command.ts'
import { ShellError } from '../errors.ts'
import { parseEnd } from './head.ts'
import { readEach, sourcesOf } from './sources.ts'

/** The most bytes to keep of an input that is read to its end. */
const HELD_MAX_BYTES = 8 * 1024 * 1024
/** The size of the first piece read from a file's end. */
const END_BYTES = 64 * 1024
/** Lines that are dropped before their slots in the array are. */
const FORGET_AT = 10_000

export const tail: Command = {
  usage: '[-n [+]lines | -c bytes] [file …]',
  summary: 'summary.tail',
  async *run(context) {
    const { most, unit, text, operands } = parseEnd(context.args)
    if (text.startsWith('+') && unit === 'bytes') throw new ShellError('error.plusLines')
    const sources = sourcesOf(context, operands)
    let isFirst = true
    for await (const { source, bytes } of readEach(
      context,
      sources.map((each) => ({
        ...each,
        open: () =>
          text.startsWith('+') || each.name === '' ? each.open() : openEnd(context, each.name, { most, unit }),
      })),
    )) {
      if (sources.length > 1) yield `${isFirst ? '' : '\n'}==> ${source.name || '-'} <==\n`
      isFirst = false
      if (text.startsWith('+')) yield* linesFrom(bytes, most)
      else yield* unit === 'bytes' ? lastBytes(bytes, most) : lastLines(bytes, most)
    }
  },
}

/** The bytes of a file from a point that surely includes the wanted end, to avoid reading gigabytes for ten lines. */
async function openEnd(
  { tree }: Context,
  name: string,
  { most, unit }: { most: number; unit: 'lines' | 'bytes' },
): Promise<Input> {
  const path = tree.resolve(name)
  const stat = await tree.stat(path)
  if (stat.kind === 'folder') return tree.read(path)
  const from = (bytes: number) => tree.read(path, { start: Math.max(0, stat.size - bytes), end: stat.size - 1 })
  if (unit === 'bytes') return from(most)
  for (let bytes = END_BYTES; bytes < Math.min(stat.size, HELD_MAX_BYTES); bytes *= 4) {
    let ends = 0
    for await (const chunk of await from(bytes))
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) ends += 1
    // One line more than wanted, because the first may be cut, and the end of the last one starts no new line.
    if (ends > most + 1) return from(bytes)
  }
  return tree.read(path)
}

async function* linesFrom(input: Input, first: number): AsyncGenerator<string | Uint8Array> {
  let number = 0
  for await (const line of byteLines(input)) {
    number += 1
    if (number < first) continue
    yield line
    yield '\n'
  }
}

async function* lastLines(input: Input, most: number): AsyncGenerator<string | Uint8Array> {
  const held: Buffer[] = []
  let size = 0
  let from = 0
  for await (const line of byteLines(input)) {
    held.push(line)
    size += line.length
    while (held.length - from > most || size > HELD_MAX_BYTES + OUTPUT_LINE_MAX_BYTES) {
      size -= held[from]?.length ?? 0
      held[from] = Buffer.alloc(0)
      from += 1
    }
    if (from <= FORGET_AT) continue
    held.splice(0, from)
    from = 0
  }
  for (const line of held.slice(from)) {
    yield line
    yield '\n'
  }
}

async function* lastBytes(input: Input, most: number): AsyncGenerator<Uint8Array> {
  const wanted = Math.min(most, HELD_MAX_BYTES)
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    held.push(chunk)
    size += chunk.length
    if (size < wanted + END_BYTES) continue
    const joined = Buffer.concat(held).subarray(-wanted || size)
    held = [Buffer.from(joined)]
    size = joined.length
  }
  if (wanted > 0) yield Buffer.concat(held).subarray(-wanted)
}
