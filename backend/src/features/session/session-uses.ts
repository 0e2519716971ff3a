// When sessions were last used. Written in batches, because every request is a use.
import type { Model } from 'mongoose'
import type { Clock } from '../../lib/clock.ts'
import type { SessionDocument } from './model.ts'

/** A use is written only if the stored time is this old. */
const USE_MS = 5 * 60_000

type Used = Pick<SessionDocument, '_id' | 'lastUsed'>

export class SessionUses {
  readonly #model: Model<SessionDocument>
  readonly #now: Clock
  /** Uses that are not written yet, in ms since 1970, by session. */
  readonly #unwritten = new Map<string, number>()

  constructor(model: Model<SessionDocument>, now: Clock) {
    this.#model = model
    this.#now = now
  }

  note({ _id, lastUsed }: Used): void {
    if (this.#now() - lastUsed.getTime() > USE_MS) this.#unwritten.set(_id, this.#now())
  }

  /** In ms since 1970. */
  lastOf({ _id, lastUsed }: Used): number {
    return Math.max(lastUsed.getTime(), this.#unwritten.get(_id) ?? 0)
  }

  /** Writes what was noted. */
  async flush(): Promise<void> {
    const batch = [...this.#unwritten]
    this.#unwritten.clear()
    if (batch.length === 0) return
    await this.#model.bulkWrite(
      batch.map(([_id, at]) => ({ updateOne: { filter: { _id }, update: { $max: { lastUsed: new Date(at) } } } })),
    )
  }
}
