// Which buckets the index knows completely. Each is taken in when it comes up, and looked at again now and then, since
// events get lost.
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { sleep } from '../../lib/sleep.ts'
import { consumeYielding } from '../../lib/yielding.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StorageCore } from '../core.ts'
import { place } from '../paths.ts'
import type { BucketEvents } from './bucket-events.ts'
import type { Cause, Rescans } from './rescans.ts'

export interface KnownBucketsOptions {
  core: StorageCore
  catalogue: Catalogue
  rescans: Rescans
  isOurs(bucket: string): boolean
  /** Whether the index follows a move in it, of which a look would see neither the old name nor the new one. */
  isMoving(bucket: string): boolean
  /** The state of the bucket events. */
  eventsState(): BucketEvents['state']
}

const LOOK_AGAIN_MS = 15 * 60_000
/** How often all is looked at where there are no events. */
const LOOK_AGAIN_WITHOUT_EVENTS_MS = 30_000
/** After a look, nothing is looked at again for this many times as long as the look took. */
const REST_FACTOR = 5
const RETRY_MS = 2_000
/** How often it looks whether a look is due, while somebody is there and while nobody is. */
const DUE_EVERY_MS = 250
const IDLE_DUE_EVERY_MS = 5_000
/**
 * What happens between a listing and the first event would be missed, so building waits for events, but not for ever.
 */
const EVENTS_PATIENCE_MS = 3_000

export class KnownBuckets {
  readonly #options: KnownBucketsOptions
  /** When the last look at the whole bucket began (`performance.now`). */
  readonly #built = new Map<string, number>()
  readonly #building = new Map<string, Promise<void>>()
  #isRunning = false
  #isDue = true
  #running: Promise<void> = Promise.resolve()
  #checkedAt: number | null = null
  #there = 0

  constructor(options: KnownBucketsOptions) {
    this.#options = options
  }

  has(bucket: string): boolean {
    return this.#built.has(bucket)
  }

  /** When the last look at all of a bucket began (`performance.now`); `-Infinity` where there was none. */
  builtAt(bucket: string): number {
    return this.#built.get(bucket) ?? -Infinity
  }

  get names(): Iterable<string> {
    return this.#built.keys()
  }

  get count(): number {
    return this.#built.size
  }

  /** How many buckets there are, as far as anybody has looked. */
  get countThere(): number {
    return Math.max(this.#there, this.#built.size)
  }

  /** When all buckets were last looked at, in milliseconds since 1970; null before the first time. */
  get checkedAt(): number | null {
    return this.#checkedAt
  }

  /** Makes the next look at everything due at once. */
  beDue(): void {
    this.#isDue = true
  }

  start(): void {
    this.#isRunning = true
    this.#running = this.#run()
  }

  /** Begins nothing more. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#options.core.attention.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { core, eventsState } = this.#options
    const began = performance.now()
    while (
      this.#isRunning &&
      core.clients.capabilities.notifications &&
      eventsState() === 'connecting' &&
      performance.now() - began < EVENTS_PATIENCE_MS
    )
      await sleep(25)
    for (let next = 0; this.#isRunning; await core.attention.rest(DUE_EVERY_MS, IDLE_DUE_EVERY_MS)) {
      if (!this.#isDue && performance.now() < next) continue
      this.#isDue = false
      const begun = performance.now()
      try {
        await this.#lookAtAll()
        const took = performance.now() - begun
        next =
          performance.now() +
          Math.max(eventsState() === 'live' ? LOOK_AGAIN_MS : LOOK_AGAIN_WITHOUT_EVENTS_MS, took * REST_FACTOR)
      } catch (error) {
        if (this.#isRunning) core.log.debug({ err: error }, 'the buckets could not be looked at')
        next = performance.now() + RETRY_MS
      }
    }
  }

  async #lookAtAll(): Promise<void> {
    const { core, catalogue, isOurs, isMoving } = this.#options
    const begun = performance.now()
    const { Buckets } = await core.clients.control.send(new ListBucketsCommand({}))
    const there = (Buckets ?? []).flatMap(({ Name }) => (Name !== undefined && isOurs(Name) ? [Name] : []))
    this.#there = there.length
    for (const bucket of catalogue.buckets) if (!there.includes(bucket)) await this.forget(bucket)
    for (const bucket of there) {
      if (!this.#isRunning) return
      if (!this.#built.has(bucket)) {
        await this.#build(bucket)
        if (this.#checkedAt !== null) core.changes.tellAll(place(bucket, ''))
      }
      // It may have been taken in for a request that came before events did, and lack what happened in between. Where a
      // move is under way, the next look comes after it.
      if (this.builtAt(bucket) < begun && !isMoving(bucket))
        await this.#lookAtBucket(bucket, { cause: 'look', paced: true })
    }
    this.#checkedAt = core.now()
  }

  async #lookAtBucket(bucket: string, how: { cause: Cause; paced?: boolean }): Promise<void> {
    const begun = performance.now()
    await this.#options.rescans.tree(bucket, '', how)
    this.#built.set(bucket, begun)
  }

  /** Takes in a bucket that is new to this replica, once. */
  #build(bucket: string): Promise<void> {
    this.#options.catalogue.open(bucket)
    const building =
      this.#building.get(bucket) ??
      this.#lookAtBucket(bucket, { cause: 'quiet' }).finally(() => this.#building.delete(bucket))
    this.#building.set(bucket, building)
    return building
  }

  /** Takes in a bucket that came up. No event tells what happened in it before it was known. */
  async discover(bucket: string): Promise<void> {
    const { core, isOurs } = this.#options
    if (!this.#isRunning || !isOurs(bucket) || this.#built.has(bucket)) return
    try {
      await this.#build(bucket)
      core.changes.tellAll(place(bucket, ''))
    } catch (error) {
      core.log.debug({ err: error }, 'a bucket could not be looked at')
    }
  }

  async forget(bucket: string): Promise<void> {
    this.#built.delete(bucket)
    await consumeYielding(this.#options.catalogue.drop(bucket))
  }
}
