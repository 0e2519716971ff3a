import type { Command } from '../command.ts'
import { transferCommand } from './transfer.ts'

export const cp: Command = {
  usage: '[-rn] source … destination',
  summary: 'summary.cp',
  run: transferCommand({ action: 'copy', flags: 'rRanfp' }),
}
