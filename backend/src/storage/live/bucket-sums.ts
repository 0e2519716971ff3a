// What the files of a bucket add up to, in whatever order they come. By that an index is compared with what S3 lists,
// without sending either.
import { Yielding } from '../../lib/yielding.ts'
import type { KnownEntry } from '../catalogue/entries.ts'
import { type JournalState, touches } from '../journal-state.ts'
import { isPathKey, type Place, place } from '../paths.ts'

/** `digest`: a hash of all paths, sizes and ETags. It finds differences and keeps no secret. */
export interface BucketSum {
  files: number
  bytes: number
  digest: string
}

/** FNV-1a of 32 bits (draft-eastlake-fnv), from two different beginnings. */
const BEGINNINGS = [0x811c9dc5, 0x01000193] as const
const PRIME = 0x01000193

export class BucketSummer {
  #files = 0
  #bytes = 0
  #digests: [number, number] = [0, 0]

  /** Adds a file. Keys that cannot be a path are in no index, so they are left out. */
  add({ key, size, etag }: { key: string; size: number; etag: string }): void {
    if (key.endsWith('/') || !isPathKey(key)) return
    this.#files += 1
    this.#bytes += size
    const text = `${key}\n${size}\n${etag}`
    this.#digests = [this.#digests[0] + hash(text, BEGINNINGS[0]), this.#digests[1] + hash(text, BEGINNINGS[1])].map(
      (sum) => sum >>> 0,
    ) as [number, number]
  }

  get sum(): BucketSum {
    return {
      files: this.#files,
      bytes: this.#bytes,
      digest: this.#digests.map((part) => part.toString(16).padStart(8, '0')).join(''),
    }
  }
}

/** Adds up the files among some entries, with turns for others in between. */
async function sumOf(known: Iterable<KnownEntry[]>): Promise<BucketSum> {
  const summer = new BucketSummer()
  const turns = new Yielding()
  for (const entries of known) {
    for (const { kind, name, size, etag } of entries) if (kind === 'file') summer.add({ key: name, size, etag })
    await turns.pass()
  }
  return summer.sum
}

/** An index that is added up. */
interface Summed {
  /** The places that it cannot tell; null for all of it. */
  exceptions(at: Place, journal: JournalState): Place[] | null
  /** All that it knows there. */
  find(at: Place, terms: readonly string[]): Iterable<KnownEntry[]>
}

/** The sums of buckets, of those that an index can tell whole. */
export async function sumsOfBuckets(
  buckets: Iterable<string>,
  index: Summed,
  readJournal: () => Promise<JournalState>,
): Promise<Map<string, BucketSum>> {
  const sums = new Map<string, BucketSum>()
  for (const bucket of buckets) {
    const [whole, journal] = [place(bucket, ''), await readJournal()]
    // What readers see of a pending move is not what lies there.
    if (journal.ops.some((op) => touches(op, bucket)) || index.exceptions(whole, journal)?.length !== 0) continue
    sums.set(bucket, await sumOf(index.find(whole, [])))
  }
  return sums
}

export const isSameSum = (one: BucketSum, other: BucketSum): boolean =>
  one.files === other.files && one.bytes === other.bytes && one.digest === other.digest

function hash(text: string, beginning: number): number {
  let result = beginning
  for (let at = 0; at < text.length; at++) result = Math.imul(result ^ text.charCodeAt(at), PRIME)
  return result >>> 0
}
