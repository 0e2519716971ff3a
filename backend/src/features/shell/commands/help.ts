import type { Command } from '../command.ts'
import type { Say, ShellText } from '../texts/say.ts'

/** The command that explains the others. */
export const helpOn = (commands: () => Readonly<Record<string, Command>>): Command => ({
  usage: '[command …]',
  summary: 'summary.help',
  async *run({ args, say, complain }) {
    const known = commands()
    for (const { text } of args) {
      const command = Object.hasOwn(known, text) ? known[text] : undefined
      if (command) yield `${text} ${usageIn(say, command.usage)}\n  ${say(command.summary)}\n`
      else complain(say('error.unknownCommandAs', { name: text }))
    }
    if (args.length > 0) return
    const width = Math.max(...Object.keys(known).map((name) => name.length))
    for (const [name, { summary }] of Object.entries(known)) yield `${name.padEnd(width)}  ${say(summary)}\n`
    yield `\n${say('output.help')}\n`
  },
})

/** Words for operands in usages. Those after a hyphen are options. */
const OPERANDS = [
  'archive',
  'bytes',
  'command',
  'depth',
  'destination',
  'file',
  'folder',
  'format',
  'lines',
  'most',
  'number',
  'path',
  'pattern',
  'source',
  'word',
] as const
const OPERAND = new RegExp(`(?<![-\\w])(?:${OPERANDS.join('|')})(?!\\w)`, 'g')

/** `[-n] [file …]` with the words of the language. */
const usageIn = (say: Say, usage: string): string => usage.replace(OPERAND, (word) => say(`word.${word}` as ShellText))
