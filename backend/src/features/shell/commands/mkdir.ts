import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

export const mkdir: Command = {
  usage: '[-p] folder …',
  summary: 'summary.mkdir',
  // oxlint-disable-next-line require-yield -- it has no output
  async *run({ args, tree, attempt, services, actor }) {
    const options = parseOptions(args, { flags: 'p', long: { parents: 'p' } })
    if (options.operands.length === 0) throw new ShellError('error.noName')
    for (const operand of options.operands) {
      await attempt(operand, async () => {
        const path = tree.resolve(operand)
        if (!options.has('p')) {
          if ((await tree.statIfThere(path)) !== null) throw new ShellError('error.exists')
          await tree.checkFolderAround(path)
        }
        await services.files.makeFolder(actor, path)
      })
    }
  },
}
