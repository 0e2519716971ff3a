import type { Stat } from '../../../storage/types.ts'
import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'

export const stat: Command = {
  usage: 'path …',
  summary: 'describes files and folders: kind, size, time, type',
  async *run({ args, tree, attempt }) {
    const { operands } = parseOptions(args, {})
    if (operands.length === 0) throw new ShellError('a path is missing')
    for (const operand of operands) {
      let text = ''
      await attempt(operand, async () => {
        const path = tree.resolve(operand)
        text = describe(path, await tree.stat(path))
      })
      yield text
    }
  },
}

function describe(path: string, found: Stat): string {
  const rows: [string, string][] = [
    ['Path', path],
    ['Kind', found.kind],
  ]
  if (found.kind === 'file') rows.push(['Size', `${found.size} bytes`], ['Type', found.contentType])
  if (found.modified !== null) rows.push([found.kind === 'file' ? 'Modified' : 'Made', found.modified.toISOString()])
  return rows.map(([name, value]) => `${`${name}:`.padEnd(10)}${value}\n`).join('')
}
