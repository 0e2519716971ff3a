// Small calls while big ones run: how long a list of a hundred files takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { namesIn, type Subject } from '../subjects/subject.ts'
import { percentile, timed } from '../wire.ts'
import { mebibytes } from './bytes.ts'
import type { Work } from './work.ts'

const LISTED = 100
const BUSY = 10_000
const LISTS = 300
const LARGE = 256
const HASHED = 4
/** Until what has to do with new files is done. */
const QUIET_MS = 5_000

const hashedName = (round: number, count: number) => `busy-hashed-${round}-${count}`

async function listTimes(subject: Subject): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < LISTS; count += 1) times.push(await timed(async () => subject.list?.('listed')))
  return times
}

/** The slowest of a hundred lists while something else is done again and again. */
async function during(subject: Subject, task: (count: number) => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const again = async () => {
    for (let count = 0; !over.signal.aborted; count += 1) await task(count)
  }
  const busy = again()
  const times = await listTimes(subject).finally(() => over.abort())
  await busy
  return percentile(times, 0.99)
}

export const SMALL_CALLS: readonly Work[] = [
  {
    ids: ['j1', 'j2', 'j3', 'j4', 'j5'],
    needs: ['list', 'hash'],
    prepare: async (subject) => {
      await subject.fill(namesIn('listed', LISTED))
      await subject.fill(namesIn('busy', BUSY))
      await sleep(QUIET_MS)
      await listTimes(subject)
    },
    run: async (subject, { round }) => {
      const idle = await listTimes(subject)
      const uploading = await during(subject, (count) => subject.put(`busy-${round}-${count}`, mebibytes(LARGE)))
      for (let count = 0; count < HASHED; count += 1) await subject.put(hashedName(round, count), mebibytes(LARGE))
      // Other hashes than SHA-256 are computed when somebody asks for the first time.
      const hashing = await during(subject, async (count) =>
        subject.hash?.(hashedName(round, Math.floor(count / 2) % HASHED), count % 2 === 0 ? 'sha512' : 'sha1'),
      )
      const listing = await during(subject, async () => subject.list?.('busy'))
      return [percentile(idle, 0.5), percentile(idle, 0.99), uploading, hashing, listing]
    },
  },
]
