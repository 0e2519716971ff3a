import { describe, expect, it } from '@jest/globals'
import { Random } from '../../../../tests/soak/random.ts'
import { Catalogue } from './catalogue.ts'
import type { KnownEntry } from './entries.ts'
import { REMEMBERED } from './folder-versions.ts'

const BUCKET = 'nido-ann'
const SEGMENTS = ['a', 'b', 'Photos', 'x y']
const all = (parts: Iterable<KnownEntry[]> | null): KnownEntry[] => [...(parts ?? [])].flat()

describe('what has changed in a folder since a version', () => {
  const byName = (entries: KnownEntry[]) => Map.groupBy(entries, ({ name }) => name)
  const sorted = (entries: Iterable<KnownEntry>) =>
    [...entries].map((entry) => JSON.stringify(Object.entries(entry).sort())).sort()

  it.each([4, 5, 6])('is all that a listing now tells otherwise (%i)', (seed) => {
    const random = new Random(seed)
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    catalogue.open('nido-bob')
    const compared: [unknown, unknown][] = []
    const seen = new Map<string, { version: string; entries: KnownEntry[] }>()
    for (let step = 0; step < 600; step += 1) {
      const key = Array.from({ length: 1 + random.below(3) }, () => SEGMENTS[random.below(SEGMENTS.length)]).join('/')
      const bucket = random.below(8) === 0 ? 'nido-bob' : BUCKET
      const kind = random.below(6)
      if (kind < 3) catalogue.putFile(bucket, key, { size: random.below(3), modified: random.below(3), etag: 'e' })
      else if (kind < 4) catalogue.putMarker(bucket, key, random.below(3))
      else catalogue.remove(bucket, kind < 5 ? key : `${key}/`)
      for (const path of ['', ...SEGMENTS]) {
        const version = catalogue.version(BUCKET, path)
        const entries = all(catalogue.list(BUCKET, path))
        const before = seen.get(path)
        const changed = before && catalogue.changedSince(BUCKET, path, before.version)
        if (before && changed) {
          const known = byName(before.entries)
          for (const name of changed.names) known.delete(name)
          compared.push([sorted([...[...known.values()].flat(), ...changed.entries]), sorted(entries)])
        }
        if (before && !changed && version !== null) compared.push(['known', path])
        if (version !== null && random.below(4) === 0) seen.set(path, { version, entries })
      }
    }
    expect(compared.map(([now]) => now)).toEqual(compared.map(([, expected]) => expected))
    expect(compared.length).toBeGreaterThan(1_000)
  })

  it('is not known of another catalogue, of no folder, and after a thousand changes', () => {
    const made = () => {
      const catalogue = new Catalogue(() => undefined)
      catalogue.open(BUCKET)
      catalogue.putFile(BUCKET, 'a/b', { size: 0, modified: 0, etag: 'e' })
      return catalogue
    }
    const catalogue = made()
    const version = catalogue.version(BUCKET, 'a') ?? ''
    expect(catalogue.changedSince(BUCKET, 'a', version)).toEqual({ names: [], entries: [] })
    expect(made().changedSince(BUCKET, 'a', version)).toBeNull()
    expect(catalogue.changedSince(BUCKET, 'none', version)).toBeNull()
    for (let size = 1; size <= REMEMBERED; size += 1) catalogue.putFile(BUCKET, 'a/c', { size, modified: 0, etag: 'e' })
    expect(catalogue.changedSince(BUCKET, 'a', version)).not.toBeNull()
    catalogue.putFile(BUCKET, 'a/c', { size: 0, modified: 0, etag: 'e' })
    expect(catalogue.changedSince(BUCKET, 'a', version)).toBeNull()
  })
})
