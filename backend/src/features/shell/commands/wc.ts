import { parseOptions } from '../arguments.ts'
import { createPacer, type Input } from '../bytes.ts'
import type { Command } from '../command.ts'
import { readEach, sourcesOf } from './sources.ts'

interface Counts {
  lines: number
  words: number
  bytes: number
}

export const wc: Command = {
  usage: '[-lwc] [file …]',
  summary: 'summary.wc',
  async *run(context) {
    const options = parseOptions(context.args, { flags: 'lwc' })
    const has = (flag: string) => options.has(flag) || !['l', 'w', 'c'].some((each) => options.has(each))
    const row = (counts: Counts, name: string) => {
      const shown = [
        has('l') ? counts.lines : null,
        has('w') ? counts.words : null,
        has('c') ? counts.bytes : null,
      ].filter((count) => count !== null)
      return (
        `${shown.length === 1 ? shown[0] : shown.map((count) => String(count).padStart(7)).join(' ')}` +
        `${name === '' ? '' : ` ${name}`}\n`
      )
    }
    const total: Counts = { lines: 0, words: 0, bytes: 0 }
    const sources = sourcesOf(context, options.operands)
    for await (const { source, bytes } of readEach(context, sources)) {
      const counts = await count(bytes)
      for (const key of ['lines', 'words', 'bytes'] as const) total[key] += counts[key]
      yield row(counts, source.name)
    }
    if (sources.length > 1) yield row(total, context.say('output.total'))
  },
}

/** Words are separated by ASCII white space. */
async function count(input: Input): Promise<Counts> {
  const counts: Counts = { lines: 0, words: 0, bytes: 0 }
  const pause = createPacer()
  let isInWord = false
  for await (const chunk of input) {
    counts.bytes += chunk.length
    for (const byte of chunk) {
      const isSpace = byte === 32 || (byte >= 9 && byte <= 13)
      if (byte === 10) counts.lines += 1
      if (!isSpace && !isInWord) counts.words += 1
      isInWord = !isSpace
    }
    await pause()
  }
  return counts
}
