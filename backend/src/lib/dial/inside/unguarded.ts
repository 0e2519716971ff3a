// What would not be guarded: other processes, threads, and native modules with sockets of their own.
import childProcess from 'node:child_process'
import workerThreads from 'node:worker_threads'
import { DialRefused } from '../guard.ts'

/** From now on, this process starts no other one and no thread, and loads no native module. */
export function refuseUnguarded(): void {
  for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const)
    Object.assign(childProcess, { [name]: refuse })
  // What Node's own modules call.
  Object.assign(childProcess.ChildProcess.prototype, { spawn: refuse })
  Object.assign(workerThreads, { Worker: refuse })
  Object.assign(process, { dlopen: refuse })
}

function refuse(): never {
  throw new DialRefused('unguarded', 'nothing that is not guarded may run here')
}
