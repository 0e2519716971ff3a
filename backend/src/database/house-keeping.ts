// Deletes in the background what is over. Of all replicas one does each task, under a lease.
import type { Log } from '../lib/log.ts'
import type { Leases } from './leases.ts'

export interface HouseTask {
  name: string
  everyMs: number
  run(): Promise<void>
}

export interface HouseKeeper {
  start(): void
  /** Waits for the task that is running. */
  stop(): Promise<void>
}

const LOOK_MS = 30_000

/** `lookMs`: how often it looks whether a task is due. */
export function createHouseKeeper(
  leases: Leases,
  tasks: readonly HouseTask[],
  log: Log,
  lookMs = LOOK_MS,
): HouseKeeper {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let isRunning = false

  async function look(): Promise<void> {
    for (const task of tasks) {
      if (!isRunning) return
      try {
        // The lease is left to run out: until then the task has been done.
        if (await leases.tryAcquire(`house:${task.name}`, task.everyMs)) await task.run()
      } catch (error) {
        log.warn({ err: error, task: task.name }, 'house-keeping failed')
      }
    }
  }

  function next(): void {
    timer = setTimeout(() => {
      round = look().finally(() => {
        if (isRunning) next()
      })
    }, lookMs).unref()
  }

  return {
    start: () => {
      isRunning = true
      next()
    },
    stop: async () => {
      isRunning = false
      clearTimeout(timer)
      await round
    },
  }
}
