import { parseOptions } from '../arguments.ts'
import { lines } from '../bytes.ts'
import type { Command } from '../command.ts'
import { readEach, sourcesOf } from './sources.ts'

export const cat: Command = {
  usage: '[-n] [file …]',
  summary: 'summary.cat',
  async *run(context) {
    const options = parseOptions(context.args, { flags: 'n' })
    let number = 0
    for await (const { bytes } of readEach(context, sourcesOf(context, options.operands))) {
      if (!options.has('n')) yield* bytes
      else for await (const line of lines(bytes)) yield `${String(++number).padStart(6)}\t${line}\n`
    }
  },
}
