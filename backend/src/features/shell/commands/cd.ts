import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

/** Each command line has its own socket, so the page remembers the folder that this returns. */
export const cd: Command = {
  usage: '[folder]',
  summary: 'summary.cd',
  async *run({ args, tree, attempt }) {
    const {
      operands: [operand = '/', ...others],
    } = parseOptions(args, {})
    if (others.length > 0) throw new ShellError('error.oneFolder')
    const isThere = await attempt(operand, async () => {
      if ((await tree.stat(tree.resolve(operand))).kind === 'file') throw new ShellError('error.isFile')
    })
    if (isThere) yield `${tree.resolve(operand)}\n`
  },
}
