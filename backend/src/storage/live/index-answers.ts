// How another process (`nido fsck`) asks what the indexes of all replicas hold: it puts a question into the database,
// and each replica answers there.
import type { Connection, mongo } from 'mongoose'
import { sleep } from '../../lib/sleep.ts'
import type { HidingName } from '../catalogue/hiding-names.ts'
import type { BucketSum } from './bucket-sums.ts'

interface QuestionDocument {
  _id: string
  kind: 'question'
  at: number
}
interface AnswerDocument {
  _id: string
  kind: 'answer'
  question: string
  at: number
  buckets: (BucketSum & { name: string })[]
  hiding?: HidingName[]
}

/** By bucket, for those that the index of one replica knows for certain. */
export type IndexAnswer = ReadonlyMap<string, BucketSum>

export interface IndexAnswers {
  answers: IndexAnswer[]
  /** Names that are a file and a folder, as far as any of them has heard. */
  hiding: HidingName[]
  /** How many living replicas did not answer in time. */
  silent: number
}

export interface AskOptions {
  database: Connection
  /** Makes the replicas look for questions. */
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
/** Older documents were left by an asker that died. */
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
      const answers = found.map(({ buckets }) => new Map(buckets.map(({ name, ...sum }) => [name, sum])))
      return {
        answers,
        hiding: found.flatMap(({ hiding = [] }) => hiding),
        silent: Math.max(0, expected - found.length),
      }
    }
  } finally {
    await documents.deleteMany({ question })
    await documents.deleteOne({ _id: question })
  }
}

export interface AnswerOptions {
  /** The name of the replica. */
  self: string
  now(): number
  /** Called only where there is a question. */
  tell(): Promise<{ sums: IndexAnswer; hiding: HidingName[] }>
}

/** Answers the questions that are open. */
export async function answerQuestions(database: Connection, { self, now, tell }: AnswerOptions): Promise<void> {
  for (const { _id: question } of await documentsOf(database).find({ kind: 'question' }).toArray()) {
    const { sums, hiding } = await tell()
    const buckets = [...sums].map(([name, sum]) => ({ name, ...sum }))
    const answer: mongo.WithoutId<AnswerDocument> = { kind: 'answer', question, at: now(), buckets, hiding }
    await database
      .collection<AnswerDocument>(COLLECTION)
      .replaceOne({ _id: `${question}:${self}` }, answer, { upsert: true })
  }
}
