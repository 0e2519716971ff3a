import type { Command } from '../command.ts'
import { transferCommand } from './transfer.ts'

export const mv: Command = {
  usage: '[-n] source … destination',
  summary: 'moves and renames; with -n nothing is replaced',
  run: transferCommand({ action: 'rename', flags: 'nf', verb: 'moved' }),
}
