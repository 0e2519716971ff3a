// The indexes of the replicas against what lies in the buckets.
import { sleep } from '../../lib/sleep.ts'
import { readPages } from '../listing.ts'
import { BucketSummer, type BucketSum, isSameSum } from '../live/bucket-sums.ts'
import type { IndexAnswer } from '../live/index-answers.ts'
import type { Finding, InspectionOptions } from './types.ts'

/** An index hears of a change within a second. */
const TRIES = 3
const PAUSE_MS = 1_000

export interface IndexLook {
  findings: Finding[]
  indexes: number
  silent: number
}

/**
 * Compares each bucket with each index. An index is asked before and after the bucket is listed: what changed meanwhile
 * proves nothing, and a replica does not tell what it is not sure of.
 */
export async function compareIndexes(
  { clients, knowledge }: Pick<InspectionOptions, 'clients' | 'knowledge'>,
  buckets: readonly string[],
): Promise<IndexLook> {
  let before = await knowledge.indexes()
  let [doubtful, silent, indexes] = [buckets, before.silent, before.answers.length]
  for (let tries = 1; indexes > 0; tries++) {
    const listed = new Map<string, BucketSum>()
    for (const bucket of doubtful) listed.set(bucket, await sumOf(clients, bucket))
    const after = await knowledge.indexes()
    doubtful = doubtful.filter((bucket) => isStale([before.answers, after.answers], bucket, listed.get(bucket)))
    ;[silent, indexes] = [Math.max(silent, after.silent), Math.min(indexes, after.answers.length)]
    if (doubtful.length === 0 || tries === TRIES) break
    before = after
    await sleep(PAUSE_MS)
  }
  // A replica may have heard of what MinIO's listings hide.
  const hidden = before.hiding.map(({ bucket, file }): Finding => ({ code: 'hiddenKeys', bucket, key: `${file}/` }))
  const hiding = new Set(hidden.map(({ bucket }) => bucket))
  const stale =
    indexes === 0
      ? []
      : doubtful
          .filter((bucket) => !hiding.has(bucket))
          .map((bucket): Finding => ({ code: 'staleIndex', bucket, key: '' }))
  return { findings: [...hidden, ...stale], indexes, silent }
}

/** Whether an index said the same twice, and something else than the listing in between. */
function isStale(
  [before, after]: [IndexAnswer[], IndexAnswer[]],
  bucket: string,
  listed: BucketSum | undefined,
): boolean {
  const told = (answers: IndexAnswer[]) => answers.flatMap((answer) => answer.get(bucket) ?? [])
  const later = told(after)
  return (
    listed !== undefined &&
    told(before).some((sum) => !isSameSum(sum, listed) && later.some((other) => isSameSum(sum, other)))
  )
}

async function sumOf(clients: InspectionOptions['clients'], bucket: string): Promise<BucketSum> {
  const summer = new BucketSummer()
  for await (const { objects } of readPages(clients.minio, { bucket, prefix: '' }))
    for (const object of objects) summer.add(object)
  return summer.sum
}
