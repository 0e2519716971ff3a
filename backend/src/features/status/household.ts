// The part of the status for administrators: figures, versions and problems. No hosts, buckets or file names.
import type { HouseholdStatus } from '../../../contract/status.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import type { IndexState } from '../../storage/types.ts'
import type { User } from '../users/user.ts'

export interface HouseholdOptions {
  index(): IndexState
  hiddenFolders(): Promise<number>
  everybody(): Promise<User[]>
  hasShadowed(user: User): Promise<boolean>
  /** Ids of what is under way. */
  operations(): Promise<string[]>
  unfinishedUploads(): Promise<number>
  jobs(): Promise<NonNullable<HouseholdStatus['jobs']>>
  previews(): HouseholdStatus['previews']
  replicas(): { replicas: number; pages: number }
  workers(): number
  storageServer(): Promise<string | null>
  databaseVersion(): Promise<string>
  clocks(): HouseholdStatus['clocks']
  hasUnnamedProxy(): boolean
}

const PARALLEL = 8

export async function describeHousehold(options: HouseholdOptions): Promise<HouseholdStatus> {
  const [storage, database, people, operations, uploads, jobs] = await Promise.all([
    withTimeout(options.storageServer),
    withTimeout(options.databaseVersion),
    withTimeout(options.everybody),
    withTimeout(options.operations),
    withTimeout(options.unfinishedUploads),
    withTimeout(options.jobs),
  ])
  const { buckets, bucketsKnown, objects, bytes, checkedAt, unreachableKeys } = options.index()
  return {
    node: process.versions.node,
    storage,
    database,
    clocks: options.clocks(),
    unnamedProxy: options.hasUnnamedProxy(),
    ...options.replicas(),
    workers: options.workers(),
    people: people?.length ?? null,
    index: {
      buckets,
      bucketsKnown,
      objects,
      memory: bytes,
      checked: checkedAt === null ? null : new Date(checkedAt).toISOString(),
    },
    operations: operations?.length ?? null,
    uploads,
    jobs,
    previews: options.previews(),
    unreachableKeys,
    hiddenFolders: await withTimeout(options.hiddenFolders),
    shadowed: people && (await withTimeout(() => shadowedOf(people, options))),
  }
}

/** People in whose scope something lies under the shared folder's name, where it shows nowhere. */
async function shadowedOf(people: readonly User[], { hasShadowed }: HouseholdOptions): Promise<string[]> {
  const found = await mapParallel([...people], PARALLEL, async (user) =>
    (await hasShadowed(user)) ? [user.username] : [],
  )
  return found.flat()
}
