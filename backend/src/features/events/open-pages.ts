// How many pages each person has open on this replica, including those that have not been welcomed yet.
import { SOCKETS_MAX } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Metrics } from '../../lib/metrics.ts'

export class OpenPages {
  readonly #gauge: Metrics['eventSockets']
  readonly #counts = new Map<number, number>()

  constructor(gauge: Metrics['eventSockets']) {
    this.#gauge = gauge
  }

  get count(): number {
    return this.#counts.values().reduce((sum, own) => sum + own, 0)
  }

  has(userId: number): boolean {
    return this.#counts.has(userId)
  }

  /** @throws AppError `tooManyRequests` for a person with too many open pages */
  checkRoom(userId: number): void {
    if ((this.#counts.get(userId) ?? 0) >= SOCKETS_MAX)
      throw new AppError('tooManyRequests', 'too many open pages', { retryAfter: 60 })
  }

  add(userId: number): void {
    this.#change(userId, 1)
  }

  remove(userId: number): void {
    this.#change(userId, -1)
  }

  #change(userId: number, by: 1 | -1): void {
    const left = (this.#counts.get(userId) ?? 0) + by
    if (left === 0) this.#counts.delete(userId)
    else this.#counts.set(userId, left)
    this.#gauge.inc(by)
  }
}
