#!/usr/bin/env node
// `nido`: commands for operators. The settings are those of the API. In an image it is started like the API, by Node:
// `node backend/src/commands/nido.ts status`.
import type { OperatorCommand } from './command.ts'
import { backup } from './backup.ts'
import { fsck } from './fsck.ts'
import { gc } from './gc.ts'
import { importFilebrowser } from './import-filebrowser/index.ts'
import { resetAdmin } from './reset-admin.ts'
import { restore } from './restore.ts'
import { revokeAll } from './revoke-all.ts'
import { status } from './status.ts'

const COMMANDS: Record<string, OperatorCommand> = {
  status,
  fsck,
  gc,
  backup,
  restore,
  'reset-admin': resetAdmin,
  'revoke-all': revokeAll,
  'import-filebrowser': importFilebrowser,
}
const USAGE = [
  'Usage: nido COMMAND [--help]',
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
