import type { Command } from '../command.ts'
import { transferCommand } from './transfer.ts'

export const cp: Command = {
  usage: '[-rn] source … destination',
  summary: 'copies files, and with -r folders; with -n nothing is replaced',
  run: transferCommand({ action: 'copy', flags: 'rRanfp', verb: 'copied' }),
}
