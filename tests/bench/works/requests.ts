// How often a call asks S3 and the database.
import type { Subject } from '../subjects/subject.ts'
import { smallBody } from './bytes.ts'
import type { Work } from './work.ts'

const TIMES = 50

interface Call {
  id: string
  title: string
  /** Done often; files are named by the count. */
  ask(subject: Subject, count: number): Promise<unknown>
}

/** In an order in which each finds what it needs. */
export const CALLS: readonly Call[] = [
  { id: 'r1', title: 'upload a small file', ask: (subject, count) => subject.put(`asked/${count}`, smallBody(count)) },
  {
    id: 'r2',
    title: 'upload a small file by tus',
    ask: async (subject, count) => subject.putInChunks?.(`asked/tus-${count}`, [smallBody(count)]),
  },
  { id: 'r3', title: 'list a folder', ask: async (subject) => subject.list?.('asked') },
  { id: 'r4', title: 'download a small file', ask: (subject, count) => subject.get(`asked/${count}`) },
  {
    id: 'r5',
    title: 'a range of a file',
    ask: (subject, count) => subject.get(`asked/${count}`, { Range: 'bytes=1000-1999' }),
  },
  { id: 'r6', title: 'search', ask: async (subject) => subject.search?.('asked', 'tus-1') },
  {
    id: 'r7',
    title: 'rename a file',
    ask: async (subject, count) => subject.rename?.(`asked/${count}`, `asked/renamed-${count}`),
  },
  { id: 'r8', title: 'delete a file', ask: async (subject, count) => subject.remove?.(`asked/tus-${count}`) },
]

const NONE = { s3: NaN, database: NaN }

export const REQUESTS: readonly Work[] = [
  {
    ids: CALLS.flatMap(({ id }) => [`${id}s`, `${id}d`]),
    needs: ['asked'],
    among: ['nido'],
    rounds: 1,
    run: async (subject) => {
      const values: number[] = []
      for (const { ask } of CALLS) {
        const before = (await subject.asked?.()) ?? NONE
        for (let count = 0; count < TIMES; count += 1) await ask(subject, count)
        await subject.settle?.()
        const after = (await subject.asked?.()) ?? NONE
        values.push((after.s3 - before.s3) / TIMES, (after.database - before.database) / TIMES)
      }
      return values
    },
  },
]
