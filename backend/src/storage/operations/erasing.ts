// Removes everything in a tree for good, also from the trash.
import { DeleteBucketCommand } from '@aws-sdk/client-s3'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { listAside } from '../aside.ts'
import type { Buckets } from '../buckets.ts'
import { listPages } from '../listing.ts'
import { versionsOfKey } from '../names.ts'
import { deleteObjects } from '../object-removal.ts'
import { folderKey, overlap, pathText, type Place, place } from '../paths.ts'
import { s3ErrorName, translating } from '../s3-errors.ts'
import type { Engine } from './engine.ts'
import { holdingPlace } from './holding.ts'
import { isMarkerKey } from './stacks.ts'
import type { OperationContext, Owner } from './worker.ts'

/** Lists at most so many times until nothing is found: what a file hides is listed only once the file is gone. */
const LOOKS_MAX = 20
const PARALLEL = 16

export interface ErasingOptions {
  context: OperationContext
  engine: Engine
  buckets: Buckets
}

export class Erasing {
  readonly #context: OperationContext
  readonly #engine: Engine
  readonly #buckets: Buckets

  constructor({ context, engine, buckets }: ErasingOptions) {
    this.#context = context
    this.#engine = engine
    this.#buckets = buckets
  }

  /**
   * Holds the place in the journal meanwhile. After a crash, asking again removes the rest.
   * @throws AppError `locked`, `unavailable`
   */
  async erase(at: Place): Promise<void> {
    await holdingPlace(
      { context: this.#context, engine: this.#engine },
      { at, purpose: 'erase', waits: true },
      (owner) => translating(() => this.#eraseHeld(owner, at)),
    )
  }

  async #eraseHeld(owner: Owner, at: Place): Promise<void> {
    const { core, notes, manifests } = this.#context
    await this.#eraseVersions(owner, at)
    const aside = await Array.fromAsync(
      listAside(core, { bucket: at.bucket, prefix: folderKey(at) }),
      ({ object }) => ({ key: object }),
    )
    await deleteObjects(owner.client, core.systemBucket, aside)
    // The manifests go first: a note without one has no contents.
    const ended: string[] = []
    const listings = await notes.listings()
    for await (const { _id, bucket, path } of listings.all(at.bucket))
      if (isIn(place(bucket, path), at)) ended.push(_id)
    await mapParallel(ended, PARALLEL, (id) => manifests.remove(id))
    await notes.remove(ended)
    await core.onHistory({ at, bytes: null })
    if (at.path === '') await this.#removeBucket(owner, at.bucket)
  }

  async #eraseVersions(owner: Owner, at: Place): Promise<void> {
    const { clients } = this.#context.core
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      let found = 0
      if (at.path !== '') {
        // A file of the folder's name, even a deleted one, hides what lies in the folder.
        const own = await versionsOfKey(this.#context.core, at.bucket, at.path)
        await deleteObjects(owner.client, at.bucket, own)
        found += own.length
      }
      for await (const { objects } of listPages(clients, {
        bucket: at.bucket,
        prefix: folderKey(at),
        versions: true,
        bare: true,
      })) {
        found += objects.length
        await this.#context.core.failpoints.at('erase.found', `${at.bucket}/${folderKey(at)}`)
        // MinIO keeps no versions of folder markers. Those of other servers are removed by version the next time.
        await deleteObjects(
          owner.client,
          at.bucket,
          objects.map(({ key, version }) => (isMarkerKey(key) && look === 0 ? { key } : { key, version })),
        )
      }
      if (found === 0) return
    }
    throw new AppError('unavailable', 'there is always something more to remove')
  }

  /** Keeps a bucket that somebody has written to meanwhile. A removed one is created again by the next write. */
  async #removeBucket(owner: Owner, bucket: string): Promise<void> {
    try {
      await owner.client.send(new DeleteBucketCommand({ Bucket: bucket }))
    } catch (error) {
      if (!['BucketNotEmpty', 'NoSuchBucket'].includes(s3ErrorName(error))) throw error
    }
    this.#buckets.forget(bucket)
  }
}

const isIn = (inner: Place, outer: Place): boolean =>
  overlap(pathText(inner), pathText(outer)) && inner.path.length >= outer.path.length
