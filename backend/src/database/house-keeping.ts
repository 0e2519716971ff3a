// What is done in the background, now and then: mostly what is over is deleted. Of all processes one does each task,
// under a lease.
import type { Log } from '../lib/log.ts'
import type { Leases } from './leases.ts'

export interface HouseTask {
  name: string
  everyMs: number
  /** Whether every process does it for itself; else one of all does, under a lease. */
  isOwn?: boolean
  run(): Promise<unknown>
}

/** What a service hands over to its process. */
export interface ProcessPart {
  /** What is to be done now and then. */
  tasks?: readonly HouseTask[]
  /** Ends what it has begun; called when nobody asks anything of it any more. */
  stop?(): unknown
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
  /** When tasks of every process were done, by the monotonic clock. */
  const done = new Map<HouseTask, number>()

  async function isDue(task: HouseTask): Promise<boolean> {
    // The lease is left to run out: until then the task has been done.
    if (!task.isOwn) return (await leases.tryAcquire(`house:${task.name}`, task.everyMs)) !== null
    const last = done.get(task)
    if (last !== undefined && performance.now() - last < task.everyMs) return false
    done.set(task, performance.now())
    return true
  }

  async function look(): Promise<void> {
    for (const task of tasks) {
      if (!isRunning) return
      try {
        if (await isDue(task)) await task.run()
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
