import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

export const rm: Command = {
  usage: '[-rf] path …',
  summary: 'summary.rm',
  // oxlint-disable-next-line require-yield -- it has no output
  async *run({ args, tree, attempt, services, actor, signal }) {
    const options = parseOptions(args, { flags: 'rRf', long: { recursive: 'r', force: 'f' } })
    if (options.operands.length === 0) throw new ShellError('error.noPath')
    for (const operand of options.operands) {
      await attempt(operand, async () => {
        signal.throwIfAborted()
        const path = tree.resolve(operand)
        const found = options.has('f') ? await tree.statIfThere(path) : await tree.stat(path)
        if (found === null) return
        if (found.kind === 'folder' && !options.has('r') && !options.has('R'))
          throw new ShellError('error.needsDeepRemove')
        await services.files.remove(actor, path)
      })
    }
  },
}
