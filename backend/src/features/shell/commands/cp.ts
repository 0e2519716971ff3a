import type { Command } from '../command.ts'
import { transferCommand } from './transfer.ts'

export const cp: Command = {
  usage: '[-rn] source … destination',
  summary: 'copies files; -r also folders, -n replaces nothing',
  run: transferCommand({ action: 'copy', flags: 'rRanfp', verb: 'copied' }),
}
