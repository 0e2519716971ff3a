// Two replicas of the storage alone on one S3 server, and helpers for tests of what the routes cannot show.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import type { StorageOptions } from '../../backend/src/storage/index.ts'
import { locate, type Mounts, parseUserPath, pathText, placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Failpoints, Point } from '../../backend/src/storage/failpoints.ts'
import type { ChangeOptions, PutOptions, RestoreOptions, Storage } from '../../backend/src/storage/types.ts'
import { type Guard, rulesWithout } from '../helpers/broken-rules.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import type { Servers } from '../helpers/servers.ts'
import { openStorage } from '../helpers/storage.ts'

export interface WorldOptions {
  /** Opens the servers to run on. */
  open(): Promise<Servers & { stop?(): Promise<void> }>
  /** Whether the S3 server keeps versions. */
  hasVersions: boolean
}

export type StorageWorld = ReturnType<typeof useStorage>

/** The points and guards of storages in this process. */
class HeldPoints implements Failpoints {
  readonly #held = new Set<{
    point: Point
    about: string
    most: number
    reached: () => void
    released: Promise<void>
  }>()
  #left: Guard | null = null

  async at(point: Point, about: string): Promise<void> {
    for (const held of this.#held) {
      if (held.point !== point || !about.includes(held.about) || held.most === 0) continue
      held.most -= 1
      held.reached()
      await held.released
    }
  }

  readonly rules = rulesWithout((guard) => this.#left === guard)

  async holding<T>(
    { point, about, most }: { point: Point; about: string; most: number },
    meanwhile: (held: Promise<void>) => Promise<T>,
  ): Promise<T> {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = { point, about, most, reached: reached.resolve, released: released.promise }
    this.#held.add(held)
    try {
      return await meanwhile(reached.promise)
    } finally {
      this.#held.delete(held)
      released.resolve()
    }
  }

  async without<T>(guard: Guard, task: () => Promise<T>): Promise<T> {
    this.#left = guard
    return task().finally(() => {
      this.#left = null
    })
  }
}

/** `it` for tests that need an S3 server with versions. */
export const onlyWith = (hasVersions: boolean) => (hasVersions ? it : () => undefined)

/** A storage with two replicas for the tests of one file. `one`, `two` and `s3` exist once the tests run. */
export function useStorage({ open, hasVersions }: WorldOptions) {
  const prefix = `s${Date.now().toString(36)}-`
  const mounts: Mounts = {
    scope: placeOfScope(prefix, '/ann'),
    sharedFolder: 'Shared',
    sharedBucket: `${prefix}shared`,
  }
  const { bucket } = mounts.scope
  const at = (path: string) => locate(mounts, parseUserPath(path))
  const by = { userId: 1, username: 'ann' }
  const opened: { servers?: Servers & { stop?(): Promise<void> }; one?: Storage; two?: Storage; s3?: PlainS3 } = {}
  const connections: Connection[] = []
  const points = new HeldPoints()
  const needed = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('the storage is open only while the tests run')
    return thing
  }
  const one = () => needed(opened.one)
  const two = () => needed(opened.two)
  const s3 = () => needed(opened.s3)

  async function openReplica(servers: Servers, more: Partial<StorageOptions> = {}): Promise<Storage> {
    const database = await mongoose.createConnection(`${servers.mongoUrl}/${prefix.slice(0, -1)}`).asPromise()
    connections.push(database)
    const storage = await openStorage(servers, {
      bucketPrefix: prefix,
      database,
      failpoints: points,
      rules: points.rules,
      ...more,
    })
    await storage.start()
    storage.startIndex()
    return storage
  }

  beforeAll(async () => {
    const servers = await open()
    Object.assign(opened, {
      servers,
      s3: openS3(servers),
      one: await openReplica(servers),
      two: await openReplica(servers),
    })
    await one().ensureBucket(at('/'))
    // The first run on a machine builds the servers.
  }, 600_000)
  afterAll(async () => {
    await Promise.all([opened.one?.stop(), opened.two?.stop()])
    await Promise.all(connections.map((connection) => connection.close()))
    opened.s3?.close()
    await opened.servers?.stop?.()
  })

  const change = (options: Partial<ChangeOptions> = {}): ChangeOptions => ({
    by,
    conflict: 'fail',
    shown: { source: '', destination: '' },
    check: () => undefined,
    ...options,
  })
  return {
    hasVersions,
    prefix,
    bucket,
    system: `${prefix}system`,
    by,
    at,
    get one() {
      return one()
    },
    get two() {
      return two()
    },
    get s3() {
      return s3()
    },
    /** Opens one more replica. Whoever opens it stops it. */
    openAnother: (more: Partial<StorageOptions>) => openReplica(needed(opened.servers), more),
    get servers() {
      return needed(opened.servers)
    },
    change,
    put: (path: string, body: string | Buffer, options: Partial<PutOptions> = {}, storage = one()) =>
      storage.put(at(path), Readable.from([Buffer.from(body)]), {
        expect: 'any',
        modified: new Date('2020-01-02T03:04:05.678Z'),
        length: Buffer.byteLength(body),
        ...options,
      }),
    read: async (path: string, storage = two()): Promise<string> => {
      const file = await storage.open(at(path), { next: (size) => ({ start: 0, end: size - 1 }) })
      return Buffer.concat((await file.read().toArray()) as Buffer[]).toString()
    },
    names: async (path: string, storage = two()) => (await storage.list(at(path))).map((entry) => entry.name).sort(),
    codeOf: (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      ),
    move: async (from: string, to: string, options?: Partial<ChangeOptions>) =>
      (await one().operations.move(at(from), at(to), change(options))).committed,
    copy: async (from: string, to: string, options?: Partial<ChangeOptions>) =>
      (await two().operations.copy(at(from), at(to), change(options))).committed,
    /** As most people delete: no rule could match below, and no limit counts. */
    remove: async (path: string) =>
      (await one().operations.remove(at(path), { ...change(), asksBelow: false, isLimited: false })).id,
    restore: async (note: string, options: RestoreOptions = {}) =>
      (await two().operations.restore(note, by, options)).committed,
    notes: async () => (await one().operations.notes([bucket], { limit: 1_000 })).notes,
    /** Holds the first `most` callers that work on a path at a point, and releases them when `meanwhile` is done. */
    holding: <T>(
      point: Point,
      path: string,
      meanwhile: (held: Promise<void>) => Promise<T>,
      most = Infinity,
    ): Promise<T> => points.holding({ point, about: pathText(at(path)), most }, meanwhile),
    /** Runs a task with one guard of the protocol switched off. */
    without: <T>(guard: Guard, task: () => Promise<T>): Promise<T> => points.without(guard, task),
    keys: async (from: string) => (await s3().list(bucket, from)).map(({ key }) => key),
    /** Waits until everything about a path is over: a check for writing returns only then. */
    untilClosed: (path: string) => one().checkWritable(at(path), 'any'),
  }
}
