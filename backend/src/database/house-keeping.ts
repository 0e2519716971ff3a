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

export interface HouseKeeperOptions {
  leases: Pick<Leases, 'held' | 'tryAcquire'>
  tasks: readonly HouseTask[]
  log: Pick<Log, 'warn'>
  /** How often to check whether a task is due. */
  lookMs?: number
}

const LOOK_MS = 30_000

/** It is not returned: until it expires, the task counts as done. */
const leaseOf = ({ name }: HouseTask): string => `house:${name}`

export class HouseKeeper {
  readonly #options: HouseKeeperOptions
  /** When tasks of every process were last done, by the monotonic clock. */
  readonly #done = new Map<HouseTask, number>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #isRunning = false

  constructor(options: HouseKeeperOptions) {
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.#schedule()
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#look().finally(() => {
        if (this.#isRunning) this.#schedule()
      })
    }, this.#options.lookMs ?? LOOK_MS).unref()
  }

  async #look(): Promise<void> {
    const { log, tasks } = this.#options
    const done = await this.#doneByAny()
    for (const task of tasks) {
      if (!this.#isRunning) return
      try {
        if (!done.has(leaseOf(task)) && (await this.#isDue(task))) await task.run()
      } catch (error) {
        log.warn({ err: error, task: task.name }, 'house-keeping failed')
      }
    }
  }

  /** Nearly all was done by somebody lately: one question for all of that. */
  async #doneByAny(): Promise<ReadonlySet<string>> {
    const { leases, log, tasks } = this.#options
    const names = tasks.filter((task) => !task.isOwn).map(leaseOf)
    try {
      return names.length === 0 ? new Set() : await leases.held(names)
    } catch (error) {
      log.warn({ err: error }, 'house-keeping could not ask what is done')
      return new Set()
    }
  }

  async #isDue(task: HouseTask): Promise<boolean> {
    if (!task.isOwn) return (await this.#options.leases.tryAcquire(leaseOf(task), task.everyMs)) !== null
    const last = this.#done.get(task)
    if (last !== undefined && performance.now() - last < task.everyMs) return false
    this.#done.set(task, performance.now())
    return true
  }

  /** Waits for the running task. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#timer)
    await this.#round
  }
}
