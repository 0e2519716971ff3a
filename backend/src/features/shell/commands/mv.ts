import type { Command } from '../command.ts'
import { transferCommand } from './transfer.ts'

export const mv: Command = {
  usage: '[-n] source … destination',
  summary: 'moves and renames; -n replaces nothing',
  run: transferCommand({ action: 'rename', flags: 'nf', verb: 'moved' }),
}
