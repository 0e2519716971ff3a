import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

export const mkdir: Command = {
  usage: '[-p] folder …',
  summary: 'creates folders; -p also their parent folders',
  // oxlint-disable-next-line require-yield -- it has no output
  async *run({ args, tree, attempt, services, actor }) {
    const options = parseOptions(args, { flags: 'p', long: { parents: 'p' } })
    if (options.operands.length === 0) throw new ShellError('a name is missing')
    for (const operand of options.operands) {
      await attempt(operand, async () => {
        const path = tree.resolve(operand)
        if (!options.has('p')) {
          if ((await tree.statIfThere(path)) !== null) throw new ShellError('an item with that name already exists')
          await tree.checkFolderAround(path)
        }
        await services.files.makeFolder(actor, path)
      })
    }
  },
}
