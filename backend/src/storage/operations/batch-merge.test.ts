import { describe, expect, it } from '@jest/globals'
import { mergeBatches } from './batch-merge.ts'
import type { ManifestEntry } from './manifests.ts'

const entry = (key: string, version = 'v1'): ManifestEntry => ({ bucket: 'b', key, name: key, version, size: 1 })
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entry(String(from + index).padStart(6, '0')))

/** Merges batches; tells how often each was read. */
async function merged(batches: ManifestEntry[][]) {
  const reads = batches.map(() => 0)
  const read = async (key: string) => {
    reads[Number(key)] = (reads[Number(key)] ?? 0) + 1
    return batches[Number(key)] ?? []
  }
  const entries = await Array.fromAsync(mergeBatches([...batches.keys()].map(String), read))
  return { reads, entries: entries.map(({ key, version }) => `${key} ${version}`) }
}

describe('the entries of batches', () => {
  it('come in the order of their keys, those of one key in the order of their batches', async () => {
    const { entries } = await merged([
      [entry('b', 'old'), entry('a')],
      [],
      [entry('c'), entry('b', 'new')],
      [entry('0')],
    ])
    expect(entries).toEqual(['0 v1', 'a v1', 'b old', 'b new', 'c v1'])
  })

  it('are read a second time where they are too many to remember', async () => {
    const { entries, reads } = await merged([numbered(0, 5_000), numbered(5_000, 10_000), [entry('000003', 'late')]])
    expect(entries).toHaveLength(10_001)
    expect(entries.slice(3, 5)).toEqual(['000003 v1', '000003 late'])
    expect(entries).toEqual(entries.toSorted((a, b) => (a.slice(0, 6) < b.slice(0, 6) ? -1 : 1)))
    expect(reads).toEqual([1, 2, 2])
  })
})
