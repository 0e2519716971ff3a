// `nido`: commands for operators. The settings are those of the API.
import { fsck } from './fsck.ts'
import { importFilebrowser } from './import-filebrowser/index.ts'

const COMMANDS: Record<string, { run(words: string[]): Promise<number>; about: string }> = {
  fsck: { run: fsck, about: 'checks the buckets for problems' },
  'import-filebrowser': {
    run: importFilebrowser,
    about: 'imports people and settings that filebrowser has exported',
  },
}
const USAGE = [
  'Usage: nido COMMAND',
  ...Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(18)} ${about}`),
].join('\n')

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command) {
  process.exitCode = await command.run(words)
} else {
  const isAsked = name === '--help' || name === '-h'
  process[isAsked ? 'stdout' : 'stderr'].write(`${USAGE}\n`)
  process.exitCode = isAsked ? 0 : 2
}
