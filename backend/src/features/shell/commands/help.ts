import type { Command } from '../command.ts'

/** The command that explains the others. */
export const helpOn = (commands: () => Readonly<Record<string, Command>>): Command => ({
  usage: '[command …]',
  summary: 'explains all commands, or one of them',
  async *run({ args, complain }) {
    const known = commands()
    for (const { text } of args) {
      const command = Object.hasOwn(known, text) ? known[text] : undefined
      if (command) yield `${text} ${command.usage}\n  ${command.summary}\n`
      else complain(`${text}: no such command`)
    }
    if (args.length > 0) return
    const width = Math.max(...Object.keys(known).map((name) => name.length))
    for (const [name, { summary }] of Object.entries(known)) yield `${name.padEnd(width)}  ${summary}\n`
    yield '\n| joins commands, < reads a file, > writes one. Patterns are * ? [a-z].\n'
  },
})
