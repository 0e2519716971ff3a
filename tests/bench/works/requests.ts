// How often a call asks S3 and the database.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subject } from '../subjects/subject.ts'
import { mebibytes, smallBody } from './bytes.ts'
import { SETTLE_MS } from './footprint.ts'
import type { Work } from './work.ts'

const OFTEN = 50
const FEW = 10
const ALONE_WAITS = 30
const CHUNKS = 20
const CHUNK_MIB = 5
const IDLE_S = 60

type Asked = Readonly<{ s3: number; database: number }>

interface Call {
  id: string
  title: string
  /** How often it may ask while one process alone serves people; null: nobody has said so. */
  goal: Asked | null
  /** How often it is done, and for how many things each time. */
  times?: number
  things?: number
  /** Files are named by the count. */
  ask(subject: Subject, count: number): Promise<unknown>
}

const NEVER: Asked = { s3: 0, database: 0 }
const chunks = (count: number) => Array.from({ length: count }, () => mebibytes(CHUNK_MIB))

/** In an order in which each finds what it needs. */
export const CALLS: readonly Call[] = [
  {
    id: 'r1',
    title: 'upload a small file',
    goal: { s3: 1, database: 0 },
    ask: (subject, count) => subject.put(`asked/${count}`, smallBody(count)),
  },
  {
    id: 'r2',
    title: 'the same eight folders deep',
    goal: { s3: 1, database: 0 },
    ask: (subject, count) => subject.put(`deep/b/c/d/e/f/g/h/${count}`, smallBody(count)),
  },
  {
    id: 'r3',
    title: 'upload a small file by tus, in two requests',
    goal: { s3: 1, database: 2 },
    ask: async (subject, count) => subject.putInChunks?.(`asked/tus-${count}`, [smallBody(count)]),
  },
  {
    id: 'r4',
    title: 'upload two chunks of 5 MiB by tus',
    goal: { s3: 4, database: 4 },
    times: 10,
    ask: async (subject, count) => subject.putInChunks?.(`chunks/two-${count}`, chunks(2)),
  },
  {
    id: 'r5',
    title: 'a chunk of twenty',
    goal: { s3: 1.1, database: 1.1 },
    times: 2,
    things: CHUNKS,
    ask: async (subject, count) => subject.putInChunks?.(`chunks/twenty-${count}`, chunks(CHUNKS)),
  },
  { id: 'r6', title: 'list a folder', goal: NEVER, ask: async (subject) => subject.list?.('asked') },
  { id: 'r7', title: 'search', goal: NEVER, ask: async (subject) => subject.search?.('asked', 'tus-1') },
  { id: 'r8', title: 'the sums of a folder', goal: NEVER, ask: async (subject) => subject.usage?.('asked') },
  {
    id: 'r9',
    title: 'the information of a file',
    goal: NEVER,
    ask: async (subject, count) => subject.info?.(`asked/${count}`),
  },
  {
    id: 'r10',
    title: 'a HEAD of a file',
    goal: NEVER,
    ask: async (subject, count) => subject.head?.(`asked/${count}`),
  },
  {
    id: 'r11',
    title: 'download a small file',
    goal: { s3: 1, database: 0 },
    ask: (subject, count) => subject.get(`asked/${count}`),
  },
  {
    id: 'r12',
    title: 'a range of a file',
    goal: { s3: 1, database: 0 },
    ask: (subject, count) => subject.get(`asked/${count}`, { Range: 'bytes=1000-1999' }),
  },
  {
    id: 'r13',
    title: 'replace a small file',
    goal: { s3: 1, database: 1 },
    ask: async (subject, count) => subject.replace?.(`asked/${count}`, smallBody(count + 1)),
  },
  {
    id: 'r14',
    title: 'rename a file',
    goal: null,
    ask: async (subject, count) => subject.rename?.(`asked/${count}`, `asked/renamed-${count}`),
  },
  {
    id: 'r15',
    title: 'delete a file',
    goal: null,
    ask: async (subject, count) => subject.remove?.(`asked/tus-${count}`),
  },
]

/** What a process asks by itself. */
export const AT_REST = { id: 'r16', title: 'a second while nobody is there', goal: { s3: 0.2, database: 1.5 } }

const NONE: Asked = { s3: NaN, database: NaN }

/** How often S3 and the database are asked during a task. */
async function askedDuring(subject: Subject, task: () => Promise<void>): Promise<Asked> {
  const before = (await subject.asked?.()) ?? NONE
  await task()
  const after = (await subject.asked?.()) ?? NONE
  return { s3: after.s3 - before.s3, database: after.database - before.database }
}

/** Waits until a process that alone serves people has found out that it does. With several replicas none ever does. */
async function untilAlone(subject: Subject): Promise<void> {
  for (let wait = 0; wait < ALONE_WAITS; wait += 1) {
    const { database } = await askedDuring(subject, async () => {
      for (let count = 0; count < FEW; count += 1) await subject.put(`asked/alone-${wait}-${count}`, smallBody(count))
    })
    if (database < FEW) return
    await sleep(1_000)
  }
}

async function runCalls(subject: Subject): Promise<number[]> {
  const values: number[] = []
  for (const { ask, times = OFTEN, things = 1 } of CALLS) {
    const { s3, database } = await askedDuring(subject, async () => {
      for (let count = 0; count < times; count += 1) await ask(subject, count)
      // What goes on behind the answers counts, too.
      await subject.settle?.()
    })
    values.push(s3 / times / things, database / times / things)
  }
  return values
}

async function rest(subject: Subject): Promise<number[]> {
  await sleep(SETTLE_MS)
  const { s3, database } = await askedDuring(subject, () => sleep(IDLE_S * 1000))
  return [s3 / IDLE_S, database / IDLE_S]
}

const askedOnce: Omit<Work, 'ids' | 'prepare' | 'run'> = { needs: ['asked'], among: ['nido'], rounds: 1 }

export const REQUESTS: readonly Work[] = [
  { ...askedOnce, ids: CALLS.flatMap(({ id }) => [`${id}s`, `${id}d`]), prepare: untilAlone, run: runCalls },
  { ...askedOnce, ids: [`${AT_REST.id}s`, `${AT_REST.id}d`], run: rest },
]
