// Background tasks, mostly deleting what has expired. Each task is done by one of all processes, under a lease.
import type { Log } from '../lib/log.ts'
import type { Leases } from './leases.ts'

export interface HouseTask {
  name: string
  everyMs: number
  /** Whether every process does it for itself; otherwise one of all does, under a lease. */
  isOwn?: boolean
  run(): Promise<unknown>
}

/** What a service passes to its process. */
export interface ProcessPart {
  /** Its background tasks. */
  tasks?: readonly HouseTask[]
  /** Stops what it has started; called when no more requests come. */
  stop?(): unknown
}

export interface HouseKeeper {
  start(): void
  /** Waits for the running task. */
  stop(): Promise<void>
}

const LOOK_MS = 30_000

/** `lookMs`: how often to check whether a task is due. */
export function createHouseKeeper(
  leases: Leases,
  tasks: readonly HouseTask[],
  log: Log,
  lookMs = LOOK_MS,
): HouseKeeper {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let isRunning = false
  /** When tasks of every process were last done, by the monotonic clock. */
  const done = new Map<HouseTask, number>()

  async function isDue(task: HouseTask): Promise<boolean> {
    // The lease is not returned: until it expires, the task counts as done.
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
