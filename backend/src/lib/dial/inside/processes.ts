// A process or a thread that is started here would not be guarded. Nothing here needs one.
import childProcess from 'node:child_process'
import workerThreads from 'node:worker_threads'
import { DialRefused } from '../guard.ts'

/** From now on, this process starts no other one, and no thread. */
export function refuseProcesses(): void {
  for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
    Object.assign(childProcess, { [name]: refuse })
  // What Node's own modules call.
  Object.assign(childProcess.ChildProcess.prototype, { spawn: refuse })
  Object.assign(workerThreads, { Worker: refuse })
}

function refuse(): never {
  throw new DialRefused('nothing may be started here')
}
