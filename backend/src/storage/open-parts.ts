// Bodies that come in one request and go to S3 in parts: no record knows their parts, and a slow line takes hours. So
// that house-keeping leaves them alone, whoever receives one says every few minutes that it still does.
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

  /** Tells of an upload in parts until the answer is called. What is over in a few minutes costs nothing. */
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

  /** Ids of those that were told of since a time; earlier ones are forgotten. */
  async since(time: number): Promise<ReadonlySet<string>> {
    await this.#collection.deleteMany({ toldAt: { $lt: time } })
    return new Set((await this.#collection.find().toArray()).map(({ _id }) => _id))
  }
}
