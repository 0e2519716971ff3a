// Removes old versions where S3's lifecycle rules do not: they count whole days, and some servers have no rules.
// Versioning itself stays on, since the protocol needs it.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { type Aside, listAside } from '../aside.ts'
import type { Buckets } from '../buckets.ts'
import { touches } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { listObjects } from '../listing.ts'
import { versionsOfKey } from '../names.ts'
import { deleteObjects, deleteVersions } from '../object-removal.ts'
import { folderAround, overlap, pathText, place, placeOfText } from '../paths.ts'
import type { Engine } from './engine.ts'
import { holdingPlace, pinnedByCopies } from './holding.ts'
import { entryId } from './manifests.ts'
import { endNotes } from './notes.ts'
import { isMarkerKey } from './stacks.ts'
import type { OperationContext, Owner } from './worker.ts'

/**
 * Old and deleted versions stay at least this long, so that an undo right after the change still works.
 */
export const GRACE_MS = 15 * 60_000
const DAY_MS = 86_400_000
const PARALLEL = 16
/** Keys that are removed at once, while their folder is held. */
const BATCH = 200

interface RetentionOptions {
  context: OperationContext
  engine: Engine
  buckets: Buckets
}

export class Retention {
  readonly #context: OperationContext
  readonly #engine: Engine
  readonly #buckets: Buckets

  constructor({ context, engine, buckets }: RetentionOptions) {
    this.#context = context
    this.#engine = engine
    this.#buckets = buckets
  }

  /**
   * Removes versions that have been old for the retention days, and for a quarter of an hour at least, in all buckets.
   * What lies below a pending operation waits for the next sweep.
   */
  async sweep(): Promise<void> {
    const { capabilities } = this.#context.core.clients
    const { retentionDays } = this.#buckets
    if (!capabilities.versioning || (retentionDays > 0 && capabilities.lifecycle)) return
    const before = this.#context.core.now() - Math.max(GRACE_MS, retentionDays * DAY_MS)
    for (const bucket of await this.#buckets.list()) await this.#sweepBucket(bucket, before)
    await this.#sweepHistory(before)
    await endNotes(this.#context, before)
  }

  async #sweepBucket(bucket: string, before: number): Promise<void> {
    let keys: string[] = []
    for await (const versions of stacksIn(
      listObjects(this.#context.core.clients, { bucket, prefix: '', versions: true, bare: true }),
    )) {
      const [newest] = versions
      if (newest && endedOf(versions, before).length > 0) keys.push(newest.key)
      if (keys.length < BATCH) continue
      await this.#endKeys(bucket, keys, before)
      keys = []
    }
    if (keys.length > 0) await this.#endKeys(bucket, keys, before)
  }

  async #endKeys(bucket: string, keys: string[], before: number): Promise<void> {
    await this.#holding(bucket, keys, async (owner, held) => {
      const pinned = new Set((await pinnedByCopies(this.#context)).map(entryId))
      // List again while the folder is held: a restore may have come and gone since the first listing.
      const stacks = await mapParallel(held, PARALLEL, (key) => versionsOfKey(this.#context.core, bucket, key))
      const ended = stacks
        .flatMap((versions) => endedOf(versions, before))
        .filter((version) => !pinned.has(entryId(version)))
      // Markers go last, so that nothing below them reappears.
      await deleteVersions(
        owner.client,
        bucket,
        ended.filter(({ isMarker }) => !isMarker),
      )
      await deleteVersions(
        owner.client,
        bucket,
        ended.filter(({ isMarker }) => isMarker),
      )
      await this.#tell(bucket, ended)
    })
  }

  async #tell(bucket: string, ended: { key: string; size: number }[]): Promise<void> {
    await Promise.all(
      ended
        .filter(({ size }) => size > 0)
        .map(({ key, size }) => this.#context.core.onHistory({ at: place(bucket, key), bytes: -size })),
    )
  }

  async #sweepHistory(before: number): Promise<void> {
    const waiting = new Map<string, Aside[]>()
    for await (const one of listAside(this.#context.core)) {
      if (one.lastModified.getTime() >= before) continue
      const batch = waiting.get(one.bucket) ?? []
      waiting.set(one.bucket, batch)
      if (batch.push(one) < BATCH) continue
      waiting.delete(one.bucket)
      await this.#endAside(one.bucket, batch)
    }
    for (const [bucket, batch] of waiting) await this.#endAside(bucket, batch)
  }

  async #endAside(bucket: string, batch: Aside[]): Promise<void> {
    const keys = batch.map(({ key }) => key)
    await this.#holding(bucket, keys, async (owner, held) => {
      // A pinned version may lie there under another id, so a pin keeps all versions of its key.
      const pins = (await pinnedByCopies(this.#context)).map((entry) => pathText(place(entry.bucket, entry.key)))
      const pinned = new Set(pins)
      const isEnded = ({ key }: Aside) => held.includes(key) && !pinned.has(pathText(place(bucket, key)))
      const ended = batch.filter(isEnded)
      const objects = ended.map(({ object }) => ({ key: object }))
      await deleteObjects(owner.client, this.#context.core.systemBucket, objects)
      await this.#tell(bucket, ended)
    })
  }

  /**
   * Does some work on keys while their common folder is held, except on keys that a pending operation touches.
   */
  async #holding(bucket: string, keys: string[], work: (owner: Owner, held: string[]) => Promise<void>): Promise<void> {
    const { core } = this.#context
    const { ops } = await core.journal.read()
    const free = keys.filter((key) => !ops.some((op) => touches(op, pathText(place(bucket, key)))))
    if (free.length === 0) return
    const at = placeOfText(
      free.map((key) => pathText(folderAround(place(bucket, key)) ?? place(bucket, ''))).reduce(above),
    )
    try {
      await holdingPlace(
        { context: this.#context, engine: this.#engine },
        { at, purpose: 'sweep', waits: false },
        (owner) => work(owner, free),
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
      core.log.info({ err: error, bucket }, 'old versions could not be ended for now')
    }
  }
}

/** The deepest folder that holds both; texts of `pathText`. */
function above(a: string, b: string): string {
  let text = a
  while (text !== b && !(overlap(text, b) && text.length < b.length)) text = text.slice(0, text.lastIndexOf('/'))
  return text
}

/** The versions of each key, newest first, without folder markers. */
async function* stacksIn(listed: AsyncIterable<Listed>): AsyncGenerator<Listed[]> {
  let stack: Listed[] = []
  for await (const version of listed) {
    if (isMarkerKey(version.key)) continue
    if (stack[0] && stack[0].key !== version.key) {
      yield stack
      stack = []
    }
    stack.push(version)
  }
  if (stack.length > 0) yield stack
}

/**
 * The versions of one key (newest first) that were replaced or deleted before a time. If all are, the marker on top of
 * them is among these.
 */
function endedOf(versions: Listed[], before: number): Listed[] {
  const [top] = versions
  const old = versions.slice(1).filter((_, index) => (versions[index]?.lastModified.getTime() ?? Infinity) < before)
  const isAllOld = old.length === versions.length - 1
  return top?.isMarker && isAllOld && top.lastModified.getTime() < before ? [top, ...old] : old
}
