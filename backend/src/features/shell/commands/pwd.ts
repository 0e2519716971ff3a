import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'

export const pwd: Command = {
  usage: '',
  summary: 'tells the folder that commands run in',
  async *run({ args, tree }) {
    parseOptions(args, {})
    yield `${tree.folder}\n`
  },
}
