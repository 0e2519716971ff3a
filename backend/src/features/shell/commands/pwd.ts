import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'

export const pwd: Command = {
  usage: '',
  summary: 'summary.pwd',
  async *run({ args, tree }) {
    parseOptions(args, {})
    yield `${tree.folder}\n`
  },
}
