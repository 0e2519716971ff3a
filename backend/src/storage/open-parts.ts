// Bodies that come in one request and go to S3 in parts. No record knows these parts, and on a slow line such a body
// takes hours. Its receiver says every few minutes that it is still at work, so that house-keeping leaves the parts
// alone.
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'

const TELL_EVERY_MS = 5 * 60_000

interface OpenDocument {
  _id: string
  toldAt: number
}

export class OpenParts {
  readonly #core: { database: Connection; now: () => number; log: Logger }

  constructor(core: { database: Connection; now: () => number; log: Logger }) {
    this.#core = core
  }

  get #collection() {
    return this.#core.database.collection<OpenDocument>('openparts')
  }

  /**
   * Says that an upload in parts is at work until the answer is called. An upload that is over in a few minutes costs
   * nothing.
   */
  hold(uploadId: string): () => void {
    let telling: Promise<unknown> = Promise.resolve()
    let hasTold = false
    const warn = (error: unknown) => this.#core.log.warn({ err: error }, 'could not tell of an upload under way')
    const timer = setInterval(() => {
      hasTold = true
      telling = this.#collection
        .updateOne({ _id: uploadId }, { $set: { toldAt: this.#core.now() } }, { upsert: true })
        .catch(warn)
    }, TELL_EVERY_MS).unref()
    return () => {
      clearInterval(timer)
      if (hasTold) void telling.then(() => this.#collection.deleteOne({ _id: uploadId })).catch(warn)
    }
  }

  /** Ids of the uploads that were said to be at work since a time. Earlier ones are forgotten. */
  async since(time: number): Promise<ReadonlySet<string>> {
    await this.#collection.deleteMany({ toldAt: { $lt: time } })
    return new Set((await this.#collection.find().toArray()).map(({ _id }) => _id))
  }
}
