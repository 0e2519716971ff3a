import { setTimeout as wait } from 'node:timers/promises'

/** Waits some milliseconds without keeping the process alive. */
export const sleep = (ms: number): Promise<void> => wait(ms, undefined, { ref: false })
