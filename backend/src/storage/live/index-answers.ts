// What the indexes of all replicas hold, asked for by somebody beside them (`nido fsck`): a question in the database, which each replica answers there.
import type { Connection, mongo } from 'mongoose'
import { sleep } from '../../lib/sleep.ts'
import type { BucketSum } from './bucket-sums.ts'

interface QuestionDocument { _id: string; kind: 'question'; at: number }
interface AnswerDocument { _id: string; kind: 'answer'; question: string; at: number; buckets: (BucketSum & { name: string })[] }

/** By bucket, of those that the index of one replica knows for certain. */
export type IndexAnswer = ReadonlyMap<string, BucketSum>

export interface IndexAnswers {
  answers: IndexAnswer[]
  /** Replicas that live and did not answer in time. */
  silent: number
}

export interface AskOptions {
  database: Connection
  /** Has the replicas look for questions. */
  announce(): Promise<void>
  /** How many replicas live. */
  living(): Promise<number>
  newId(): string
  /** Milliseconds since 1970. */
  now(): number
}

const COLLECTION = 'indexes'
const PATIENCE_MS = 10_000
const LOOK_MS = 100
/** What nobody took away is left over from an asker that died. */
const OLD_MS = 3_600_000

const documentsOf = (database: Connection) => database.collection<QuestionDocument | AnswerDocument>(COLLECTION)

/** Asks all replicas, and waits ten seconds at most. */
export async function askIndexes({ database, announce, living, newId, now }: AskOptions): Promise<IndexAnswers> {
  const documents = documentsOf(database)
  const question = newId()
  await documents.deleteMany({ at: { $lt: now() - OLD_MS } })
  await documents.insertOne({ _id: question, kind: 'question', at: now() })
  try {
    await announce()
    const expected = await living()
    for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
      const found = await database.collection<AnswerDocument>(COLLECTION).find({ kind: 'answer', question }).toArray()
      if (found.length < expected && performance.now() < end) continue
      return { answers: found.map(({ buckets }) => new Map(buckets.map(({ name, ...sum }) => [name, sum]))), silent: Math.max(0, expected - found.length) }
    }
  } finally {
    await documents.deleteMany({ question })
    await documents.deleteOne({ _id: question })
  }
}

/** Answers the questions that are open. `sums` is asked only where there is one. */
export async function answerQuestions(database: Connection, { self, now, sums }: { self: string; now(): number; sums(): Promise<IndexAnswer> }): Promise<void> {
  for (const { _id: question } of await documentsOf(database).find({ kind: 'question' }).toArray()) {
    const answer: mongo.WithoutId<AnswerDocument> = { kind: 'answer', question, at: now(), buckets: [...await sums()].map(([name, sum]) => ({ name, ...sum })) }
    await database.collection<AnswerDocument>(COLLECTION).replaceOne({ _id: `${question}:${self}` }, answer, { upsert: true })
  }
}
