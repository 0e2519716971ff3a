// The worker of `make start`: it ends when it has nothing to do, and is started again when the API asks for one.
import { describeExit, type Child } from './child.ts'

export interface CalledWorker {
  /** Starts it, unless it runs. Resolves when it is at work. @throws Error if it does not start */
  start(): Promise<void>
  /** The same for one that is called for later: `failed` tells if it does not start. */
  call(): void
  /** Resolves, in words, when it has ended otherwise than it should. */
  readonly failed: Promise<string>
  stop(graceMs: number): Promise<void>
}

/** @param begin starts it, and resolves when it is at work */
export function openCalledWorker(begin: () => Promise<Child>): CalledWorker {
  const failed = Promise.withResolvers<string>()
  let running: Promise<Child> | null = null
  let isStopping = false
  const follow = async (child: Child) => {
    const exit = await child.exited
    running = null
    if (exit.code !== 0 && !isStopping) failed.resolve(lastWordsOf(child, describeExit(exit)))
  }
  const start = async () => {
    if (running !== null || isStopping) return
    running = begin()
    running.catch(() => (running = null))
    void follow(await running)
  }
  return {
    start,
    call: () =>
      void start().catch((error: unknown) => failed.resolve(error instanceof Error ? error.message : String(error))),
    failed: failed.promise,
    stop: async (graceMs) => {
      isStopping = true
      await (await running)?.stop(graceMs)
    },
  }
}

/** How a child ended that should not have, with its last lines. */
export const lastWordsOf = (child: Child, how: string): string =>
  [`${child.name} ${how}; everything else is stopped. Its last lines:`, ...child.lastLines()].join('\n')
