import type { Command } from '../command.ts'
import { transferCommand } from './transfer.ts'

export const mv: Command = {
  usage: '[-n] source … destination',
  summary: 'summary.mv',
  run: transferCommand({ action: 'rename', flags: 'nf' }),
}
