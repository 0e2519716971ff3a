// The process of one torrent. It hears orders on its standard input, tells news on its standard output, and ends with
// its worker. There is no way to pause it but to end it: webtorrent's own pause goes on with the peers that it has.
import './without-natives.ts'
import { Console } from 'node:console'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { JobFailed } from '../../../jobs/types.ts'
import { IMPORT_ERRORS, type ImportError } from '../../../../contract/import-kinds.ts'
import { type News, order, type TorrentOrder } from './messages.ts'
import { Swarm } from './swarm.ts'

// News go to standard output. What a library prints must not lie between them.
globalThis.console = new Console(process.stderr)

/** Codes of the system for a disk that takes no more. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

function tell(news: News): void {
  process.stdout.write(`${JSON.stringify(news)}\n`)
}

/** Tells why it ends, and ends. */
function fail(error: unknown): void {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  if (FULL.has(code)) tell({ is: 'failed', code: 'noScratch', detail: message })
  else if (error instanceof JobFailed && isImportError(error.code))
    tell({ is: 'failed', code: error.code, detail: error.detail })
  process.stdout.write('', () => process.exit(1))
}

const isImportError = (code: string): code is ImportError => (IMPORT_ERRORS as readonly string[]).includes(code)

let swarm: Swarm | undefined

async function obey(told: TorrentOrder): Promise<void> {
  if (told.do === 'start') {
    swarm = new Swarm(told, { tell, fail })
    await swarm.start()
    // Written now, because this process is killed when it ends.
    flushCompileCache()
  } else if (told.do === 'select') swarm?.select(told.files, told.instead)
  else swarm?.limit(told.limits)
}

process.once('uncaughtException', fail)
createInterface({ input: process.stdin })
  .on('line', (line) => void obey(order.parse(JSON.parse(line))).catch(fail))
  // The worker is gone, whatever has ended it.
  .on('close', () => process.exit(0))
