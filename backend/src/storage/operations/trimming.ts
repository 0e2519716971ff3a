// Removes the oldest versions of names that have too many. Holds the name in the journal meanwhile.
import { AppError } from '../../lib/app-error.ts'
import type { Buckets } from '../buckets.ts'
import { touches } from '../journal-state.ts'
import { listObjects } from '../listing.ts'
import { versionsOfKey } from '../names.ts'
import { deleteVersions } from '../object-removal.ts'
import { fileKey, pathText, type Place, place } from '../paths.ts'
import type { VersionBounds } from '../version-limit.ts'
import type { Engine } from './engine.ts'
import { holdingPlace, pinnedByCopies } from './holding.ts'
import { entryId } from './manifests.ts'
import { isMarkerKey } from './stacks.ts'
import type { OperationContext } from './worker.ts'

export interface TrimmingOptions {
  context: OperationContext
  engine: Engine
  buckets: Buckets
  bounds: VersionBounds
}

export class Trimming {
  readonly #context: OperationContext
  readonly #engine: Engine
  readonly #buckets: Buckets
  readonly #bounds: VersionBounds

  constructor({ context, engine, buckets, bounds }: TrimmingOptions) {
    this.#context = context
    this.#engine = engine
    this.#buckets = buckets
    this.#bounds = bounds
  }

  /** Trims one name. If an operation is pending there, or the storage is unavailable, the next call does it. */
  async trim(at: Place): Promise<void> {
    const { core } = this.#context
    if (!core.clients.capabilities.versioning) return
    try {
      const { ops } = await core.journal.read()
      if (ops.some((op) => touches(op, pathText(at))) || !(await this.#hasTooMany(at))) return
      await this.#trimHeld(at)
    } catch (error) {
      core.log.info({ err: error, bucket: at.bucket }, 'the oldest versions of a file could not be ended for now')
    }
  }

  async #hasTooMany(at: Place): Promise<boolean> {
    return (await versionsOfKey(this.#context.core, at.bucket, fileKey(at))).length > this.#bounds.kept
  }

  async #trimHeld(at: Place): Promise<void> {
    await holdingPlace(
      { context: this.#context, engine: this.#engine },
      { at, purpose: 'sweep', waits: false },
      async (owner) => {
        const pinned = new Set((await pinnedByCopies(this.#context)).map(entryId))
        // Newest first, with delete markers. What goes lies beneath all that is kept, so no old content reappears.
        const versions = await versionsOfKey(this.#context.core, at.bucket, fileKey(at))
        const old = versions.slice(this.#bounds.kept).filter((version) => !pinned.has(entryId(version)))
        await deleteVersions(owner.client, at.bucket, old)
        await this.#context.core.onHistory({ at, bytes: -old.reduce((sum, { size }) => sum + size, 0) })
      },
    )
  }

  /**
   * Trims all names, since no process counts what other tools write. Lists every version there is.
   */
  async sweep(): Promise<void> {
    const { clients } = this.#context.core
    if (!clients.capabilities.versioning) return
    for (const bucket of await this.#buckets.list()) {
      let last = { key: '', count: 0 }
      for await (const { key } of listObjects(clients, { bucket, prefix: '', versions: true, bare: true })) {
        last = { key, count: last.key === key ? last.count + 1 : 1 }
        if (last.count === this.#bounds.kept + 1 && !isMarkerKey(key)) await this.#trimForeign(bucket, key)
      }
    }
  }

  /** Leaves keys alone that cannot be anybody's path. */
  async #trimForeign(bucket: string, key: string): Promise<void> {
    try {
      await this.trim(place(bucket, key))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'badRequest')) throw error
    }
  }
}
