// bzip2 in threads, which live as long as there is work.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Blocks compressed at once. Each takes a thread, and other requests need a core too. */
export const BZIP2_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1))
/** The block size of bzip2's best level. */
export const BZIP2_BLOCK_BYTES = 900_000
const IDLE_MS = 10_000

interface Thread {
  worker: Worker
  resting: NodeJS.Timeout | null
}

const idle: Thread[] = []

/** Compresses a block to a complete .bz2 stream. The caller keeps to `BZIP2_THREADS` at once. */
export async function compressBzip2(block: Buffer): Promise<Uint8Array> {
  const thread = idle.pop() ?? startThread()
  if (thread.resting) clearTimeout(thread.resting)
  const { worker } = thread
  worker.ref()
  try {
    const compressed = await ask(worker, block)
    rest(thread)
    return compressed
  } catch (error) {
    void worker.terminate()
    throw error
  }
}

function startThread(): Thread {
  return { worker: new Worker(new URL('./bzip2-worker.ts', import.meta.url)), resting: null }
}

function ask(worker: Worker, block: Buffer): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const settle = () => worker.off('message', handleMessage).off('error', handleError).off('exit', handleExit)
    const handleMessage = (compressed: Uint8Array) => {
      settle()
      resolve(compressed)
    }
    const handleError = (error: unknown) => {
      settle()
      reject(error instanceof Error ? error : new Error('bzip2 failed'))
    }
    const handleExit = () => handleError(new Error('the bzip2 thread ended'))
    worker.on('message', handleMessage).on('error', handleError).on('exit', handleExit)
    worker.postMessage(block)
  })
}

function rest(thread: Thread): void {
  thread.worker.unref()
  thread.resting = setTimeout(() => {
    idle.splice(idle.indexOf(thread), 1)
    void thread.worker.terminate()
  }, IDLE_MS).unref()
  idle.push(thread)
}
