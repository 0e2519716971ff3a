import { Readable } from 'node:stream'
import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

export const touch: Command = {
  usage: '[-c] file …',
  summary: 'summary.touch',
  // oxlint-disable-next-line require-yield -- it has no output
  async *run({ args, tree, attempt, services, actor, now }) {
    const options = parseOptions(args, { flags: 'c' })
    if (options.operands.length === 0) throw new ShellError('error.noName')
    for (const operand of options.operands) {
      await attempt(operand, async () => {
        const path = tree.resolve(operand)
        const found = await tree.statIfThere(path)
        if (found?.kind === 'folder' || (found === null && options.has('c'))) return
        if (found === null) await tree.checkFolderAround(path)
        // A file's time is stored with its bytes, so it is written again, and the former one becomes an older version.
        const body = found === null ? Readable.from([]) : Readable.from(await tree.read(path), { objectMode: false })
        await services.files.put(actor, path, {
          body,
          modified: new Date(now()),
          length: found?.size ?? 0,
          ...(found === null ? { isNew: true } : { replaces: found.etag }),
        })
      })
    }
  },
}
