import type { Stat } from '../../../storage/types.ts'
import { parseOptions } from '../arguments.ts'
import type { Command } from '../command.ts'
import { ShellError } from '../errors.ts'
import type { Say } from '../texts/say.ts'

export const stat: Command = {
  usage: 'path …',
  summary: 'summary.stat',
  async *run({ args, tree, say, attempt }) {
    const { operands } = parseOptions(args, {})
    if (operands.length === 0) throw new ShellError('error.noPath')
    for (const operand of operands) {
      let text = ''
      await attempt(operand, async () => {
        const path = tree.resolve(operand)
        text = describe(path, await tree.stat(path), say)
      })
      yield text
    }
  },
}

function describe(path: string, found: Stat, say: Say): string {
  const rows: [string, string][] = [
    [say('output.path'), path],
    [say('output.kind'), say(`word.${found.kind}`)],
  ]
  if (found.kind === 'file')
    rows.push(
      [say('output.size'), say('output.bytes', { number: found.size })],
      [say('output.type'), found.contentType],
    )
  if (found.modified !== null)
    rows.push([say(found.kind === 'file' ? 'output.modified' : 'output.made'), found.modified.toISOString()])
  const width = Math.max(10, ...rows.map(([name]) => name.length + 2))
  return rows.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}\n`).join('')
}
