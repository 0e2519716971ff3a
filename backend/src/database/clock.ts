// The database's time. All replicas store and compare times by it, so that none needs a correct clock of its own.
import type { Log } from '../lib/log.ts'
import { OtherClock } from '../lib/other-clock.ts'
import type { Connection } from './connection.ts'

const ASK_EVERY_MS = 60_000
/** The quickest of several answers is the most precise. */
const ASKS = 3
const LOOK_EVERY_MS = 1_000
/** Our clock was set, or the machine slept. */
const JUMP_MS = 500

export interface DatabaseClock {
  /** Milliseconds since 1970 by the database's clock. */
  now(): number
  /** Milliseconds by which it is ahead of ours. */
  offset(): number | null
  stop(): void
}

/**
 * Asks the database for its time (`hello.localTime`), now and every minute.
 * @throws the driver's error if it does not respond
 */
export async function startDatabaseClock(connection: Connection, log: Log): Promise<DatabaseClock> {
  const clock = new OtherClock('database', log)
  const ask = async () => {
    for (let asked = 0; asked < ASKS; asked += 1) {
      const sentAt = Date.now()
      const told = (await connection.db?.admin().command({ hello: 1 })) as { localTime?: unknown } | undefined
      const { localTime } = told ?? {}
      // The answer is rounded to a millisecond.
      if (localTime instanceof Date)
        clock.hear({ sentAt, receivedAt: Date.now(), from: localTime.getTime(), to: localTime.getTime() + 1 })
    }
  }
  await ask()
  let [askedAt, drift] = [performance.now(), Date.now() - performance.now()]
  const timer = setInterval(() => {
    const jumped = Math.abs(Date.now() - performance.now() - drift) > JUMP_MS
    if (!jumped && performance.now() - askedAt < ASK_EVERY_MS) return
    ;[askedAt, drift] = [performance.now(), Date.now() - performance.now()]
    ask().catch((error: unknown) => log.debug({ err: error }, 'the database did not tell its time'))
  }, LOOK_EVERY_MS).unref()
  return { now: clock.now, offset: () => clock.offset, stop: () => clearInterval(timer) }
}
