import { describe, expect, it } from '@jest/globals'
import { fold } from '../../../contract/fold.ts'
import { Catalogue } from './catalogue.ts'
import type { FileFacts, KnownEntry } from './entries.ts'

const BUCKET = 'nido-ann'

/** Numbers that look random and are the same each time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The same by plain means: a map of all keys, and everything reckoned anew each time. */
class Naive {
  readonly files = new Map<string, FileFacts>()
  readonly markers = new Map<string, number>()

  remove(key: string): void {
    if (key.endsWith('/')) this.markers.delete(key.slice(0, -1))
    else this.files.delete(key)
  }

  keysBelow(path: string): string[] {
    const prefix = path === '' ? '' : `${path}/`
    return [...this.files.keys(), ...[...this.markers.keys()].map((marker) => `${marker}/`)].filter(
      (key) => key.startsWith(prefix) && key !== prefix,
    )
  }

  hasFolder(path: string): boolean {
    return path === '' || this.markers.has(path) || this.keysBelow(path).length > 0
  }

  namesIn(path: string): { files: string[]; folders: string[] } {
    const start = path === '' ? 0 : path.length + 1
    const names = this.keysBelow(path).map((key) => key.slice(start))
    return {
      files: names.filter((name) => !name.includes('/')),
      folders: [...new Set(names.filter((name) => name.includes('/')).map((name) => name.slice(0, name.indexOf('/'))))],
    }
  }

  totals(path: string): { bytes: number; files: number; newest: number } {
    const files = [...this.files].filter(([key]) => path === '' || key.startsWith(`${path}/`)).map(([, facts]) => facts)
    return { bytes: files.reduce((sum, { size }) => sum + size, 0), files: files.length, newest: this.newest(path) }
  }

  longest(path: string): number {
    const start = path === '' ? 0 : Buffer.byteLength(path) + 1
    return Math.max(0, ...this.keysBelow(path).map((key) => Buffer.byteLength(key) - start))
  }

  newest(path: string): number {
    const { files, folders } = this.namesIn(path)
    const below = (name: string) => (path === '' ? name : `${path}/${name}`)
    const times = [
      ...files.map((name) => this.files.get(below(name))?.modified ?? NaN),
      ...folders.map((name) => this.newest(below(name))),
    ]
    return times.length > 0 ? Math.max(...times) : (this.markers.get(path) ?? -Infinity)
  }

  entries(path: string): KnownEntry[] {
    const { files, folders } = this.namesIn(path)
    const below = (name: string) => (path === '' ? name : `${path}/${name}`)
    return [
      ...files.map((name): KnownEntry => ({
        name,
        kind: 'file',
        files: 1,
        own: NaN,
        ...(this.files.get(below(name)) ?? { size: NaN, modified: NaN, etag: '' }),
      })),
      ...folders.map((name): KnownEntry => {
        const { bytes, files: count, newest } = this.totals(below(name))
        return {
          name,
          kind: 'folder',
          files: count,
          size: bytes,
          modified: newest,
          etag: '',
          own: this.markers.get(below(name)) ?? NaN,
        }
      }),
    ]
  }
}

const SEGMENTS = [
  'a',
  'b',
  'Photos',
  'été',
  'Ünïcode',
  'x'.repeat(140),
  'B',
  '日本',
  'a b',
  'long-name-of-a-document-2026',
]
const byName = (a: KnownEntry, b: KnownEntry) => (a.name + a.kind < b.name + b.kind ? -1 : 1)
const all = (parts: Iterable<KnownEntry[]> | null): KnownEntry[] => [...(parts ?? [])].flat().sort(byName)

function play(seed: number, steps: number) {
  const random = numbers(seed)
  const changes: string[] = []
  const catalogue = new Catalogue(({ path, how }) => changes.push(`${how} ${path}`))
  const naive = new Naive()
  catalogue.open(BUCKET)
  const pick = <T>(items: readonly T[]): T | undefined => items[random(items.length)]
  const path = () => Array.from({ length: 1 + random(4) }, () => pick(SEGMENTS)).join('/')
  const etags = ['0'.repeat(32), 'abcdef0123456789abcdef0123456789-12', 'not an md5']
  for (let step = 0; step < steps; step += 1) {
    const at = path()
    const kind = random(10)
    if (kind < 5) {
      const facts = { size: random(1000), modified: random(50), etag: pick(etags) ?? '' }
      naive.files.set(at, facts)
      catalogue.putFile(BUCKET, at, facts)
    } else if (kind < 6) {
      const time = random(50)
      naive.markers.set(at, time)
      catalogue.putMarker(BUCKET, at, time)
    } else if (kind < 9) {
      const key = pick([...naive.files.keys(), ...[...naive.markers.keys()].map((marker) => `${marker}/`)])
      if (key === undefined) continue
      naive.remove(key)
      catalogue.remove(BUCKET, key)
    } else removeTree(catalogue, naive, at)
  }
  return { catalogue, naive, changes }
}

function removeTree(catalogue: Catalogue, naive: Naive, path: string): void {
  for (const key of naive.keysBelow(path)) naive.remove(key)
  naive.markers.delete(path)
  for (const _ of catalogue.sweep(BUCKET, path, { look: catalogue.beginLook(), isDeep: true })) {
    /* others have their turn */
  }
}

const foldersOf = (naive: Naive): string[] => {
  const found = new Set([''])
  for (const key of naive.keysBelow(''))
    for (let cut = key.indexOf('/'); cut >= 0; cut = key.indexOf('/', cut + 1)) found.add(key.slice(0, cut))
  return [...found]
}

describe('the catalogue, beside a plain map of all keys', () => {
  it.each([1, 2, 3, 4, 5, 6])('lists, adds up and finds the same after random changes (%i)', (seed) => {
    const { catalogue, naive } = play(seed, 400)
    expect(catalogue.objects).toBe(naive.files.size + naive.markers.size)
    for (const path of foldersOf(naive)) {
      expect(all(catalogue.list(BUCKET, path))).toEqual(naive.entries(path).sort(byName))
      const { longest, ...totals } = catalogue.totals(BUCKET, path)
      expect(totals).toEqual(naive.totals(path))
      expect(naive.longest(path)).toBeLessThanOrEqual(longest)
    }
    for (const term of ['a', 'photo', 'ete', 'unicode', '本', 'xxx', 'none-of-them']) {
      const expected = [...naive.files.keys(), ...foldersOf(naive).filter((path) => path !== '')].filter((path) =>
        fold(path.slice(path.lastIndexOf('/') + 1)).includes(fold(term)),
      )
      const found = all(catalogue.find(BUCKET, '', [fold(term)])).map(({ name }) => name)
      expect(found.filter((name) => fold(name.slice(name.lastIndexOf('/') + 1)).includes(fold(term))).sort()).toEqual(
        expected.sort(),
      )
    }
  })
})

describe('the version of a folder', () => {
  const facts = { size: 1, modified: 1, etag: 'e' }
  const folders = ['', 'a', 'a/b', 'c']
  function made() {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    for (const key of ['a/b/one', 'a/two', 'c/three', 'four']) catalogue.putFile(BUCKET, key, facts)
    catalogue.putMarker(BUCKET, 'c', 1)
    return catalogue
  }
  const versionsOf = (catalogue: Catalogue) => folders.map((path) => catalogue.version(BUCKET, path))

  it.each<[string, (catalogue: Catalogue) => void, string[]]>([
    ['nothing', () => undefined, []],
    ['the same file again', (it) => it.putFile(BUCKET, 'a/b/one', facts), []],
    ['the same marker again', (it) => it.putMarker(BUCKET, 'c', 1), []],
    ['a new file', (it) => it.putFile(BUCKET, 'a/b/new', facts), ['', 'a', 'a/b']],
    ['another size', (it) => it.putFile(BUCKET, 'a/b/one', { ...facts, size: 2 }), ['', 'a', 'a/b']],
    ['another time', (it) => it.putFile(BUCKET, 'a/b/one', { ...facts, modified: 0 }), ['', 'a', 'a/b']],
    ['another ETag', (it) => it.putFile(BUCKET, 'a/two', { ...facts, etag: 'f' }), ['', 'a']],
    ['another marker', (it) => it.putMarker(BUCKET, 'c', 2), ['', 'c']],
    ['a marker less', (it) => it.remove(BUCKET, 'c/'), ['', 'c']],
    ['a new empty folder', (it) => it.putMarker(BUCKET, 'a/empty', 1), ['', 'a']],
    ['a file less', (it) => it.remove(BUCKET, 'a/two'), ['', 'a']],
    ['a folder less', (it) => it.remove(BUCKET, 'a/b/one'), ['', 'a', 'a/b']],
    ['a file that is not there', (it) => it.remove(BUCKET, 'a/none'), []],
  ])('changes with what is told of it and of those above: %s', (_, change, expected) => {
    const catalogue = made()
    const before = versionsOf(catalogue)
    change(catalogue)
    const after = versionsOf(catalogue)
    expect(folders.filter((_path, index) => before[index] !== after[index])).toEqual(expected)
  })

  it('never comes again: not when all is as it was, not for a bucket taken in anew, not in another catalogue', () => {
    const catalogue = made()
    const seen = new Set<string | null>()
    const see = () => folders.map((path) => seen.add(catalogue.version(BUCKET, path)))
    see()
    const first = seen.size
    catalogue.remove(BUCKET, 'a/b/one')
    catalogue.putFile(BUCKET, 'a/b/one', facts)
    expect(seen.has(catalogue.version(BUCKET, 'a/b'))).toBe(false)
    expect(seen.has(catalogue.version(BUCKET, ''))).toBe(false)
    see()
    for (const _ of catalogue.drop(BUCKET)) {
      /* others have their turn */
    }
    expect(versionsOf(catalogue)).toEqual([null, null, null, null])
    catalogue.open(BUCKET)
    expect(seen.has(catalogue.version(BUCKET, ''))).toBe(false)
    expect(versionsOf(made())).not.toContain(catalogue.version(BUCKET, ''))
    expect(first).toBeGreaterThan(1)
  })

  it.each([1, 2, 3])('is another one after each step that changes what is told (%i)', (seed) => {
    const random = numbers(seed)
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    const told = new Map<string | null, string>()
    for (let step = 0; step < 300; step += 1) {
      const key = Array.from({ length: 1 + random(3) }, () => SEGMENTS[random(4)]).join('/')
      const kind = random(6)
      if (kind < 3) catalogue.putFile(BUCKET, key, { size: random(3), modified: random(3), etag: 'e' })
      else if (kind < 4) catalogue.putMarker(BUCKET, key, random(3))
      else catalogue.remove(BUCKET, kind < 5 ? key : `${key}/`)
      for (const path of ['', ...SEGMENTS.slice(0, 4)]) {
        const version = catalogue.version(BUCKET, path)
        if (version === null) continue
        const listing = JSON.stringify([path, all(catalogue.list(BUCKET, path))])
        expect(told.get(`${path} ${version}`) ?? listing).toBe(listing)
        told.set(`${path} ${version}`, listing)
      }
    }
  })
})

const file = (size: number, modified: number): FileFacts => ({
  size,
  modified,
  etag: 'd41d8cd98f00b204e9800998ecf8427e',
})

const namesIn = (catalogue: Catalogue, path: string) =>
  [...(catalogue.find(BUCKET, path, []) ?? [])]
    .flat()
    .map(({ name }) => name)
    .toSorted()

describe('a folder that is moved at once', () => {
  function given(): Catalogue {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    catalogue.putFile(BUCKET, 'a/src/x', file(1, 10))
    catalogue.putFile(BUCKET, 'a/src/deep/y', file(2, 30))
    catalogue.putFile(BUCKET, 'b/z', file(4, 20))
    return catalogue
  }

  it('is where it went with all that is in it, and its sums with it', () => {
    const catalogue = given()
    expect(catalogue.moveFolder(BUCKET, 'a/src', 'b/new/to')).toBe(true)
    expect(namesIn(catalogue, '')).toEqual(
      ['a', 'b', 'b/new', 'b/new/to', 'b/new/to/deep', 'b/new/to/deep/y', 'b/new/to/x', 'b/z'].toSorted(),
    )
    expect(catalogue.totals(BUCKET, 'b')).toEqual({ bytes: 7, files: 3, newest: 30, longest: 'new/to/deep/y'.length })
    expect(catalogue.totals(BUCKET, 'a')).toEqual({
      bytes: 0,
      files: 0,
      newest: -Infinity,
      longest: 'src/deep/y'.length,
    })
    expect(catalogue.totals(BUCKET, '')).toEqual({ bytes: 7, files: 3, newest: 30, longest: 'b/new/to/deep/y'.length })
    expect([catalogue.hasFolder(BUCKET, 'a/src'), catalogue.fileAt(BUCKET, 'a/src/x')]).toEqual([false, null])
    expect(catalogue.fileAt(BUCKET, 'b/new/to/deep/y')).toMatchObject({ name: 'y', size: 2, modified: 30 })
    expect([...catalogue.find(BUCKET, '', ['deep'])].flat().map(({ name }) => name)).toContain('b/new/to/deep')
    catalogue.remove(BUCKET, 'b/new/to/deep/y')
    catalogue.putFile(BUCKET, 'a/src/x', file(8, 5))
    expect(catalogue.totals(BUCKET, '')).toEqual({ bytes: 13, files: 3, newest: 20, longest: 'b/new/to/deep/y'.length })
  })

  it('gives both ends another version, and tells of no difference to an earlier one', () => {
    const catalogue = given()
    const before = ['', 'a', 'b', 'a/src', 'a/src/deep'].map((path) => catalogue.version(BUCKET, path) ?? '')
    catalogue.moveFolder(BUCKET, 'a/src', 'b/to')
    const after = ['', 'a', 'b', 'b/to'].map((path) => catalogue.version(BUCKET, path) ?? '')
    expect(after.filter((version) => before.includes(version))).toEqual([])
    for (const version of before) expect(catalogue.changedSince(BUCKET, 'b/to/deep', version)).toBeNull()
    expect(catalogue.changedSince(BUCKET, '', after[0] ?? '')).toEqual({ names: [], entries: [] })
  })

  it('is no longer in bytes than the folders around it say, however long names were before', () => {
    const catalogue = given()
    const longest = (path: string) => catalogue.totals(BUCKET, path).longest
    expect(['', 'a', 'a/src', 'b', 'none'].map(longest)).toEqual([12, 10, 6, 1, 0])
    catalogue.putFile(BUCKET, 'a/src/deep/größer', file(1, 1))
    catalogue.putMarker(BUCKET, 'b/empty', 1)
    expect(['', 'a', 'a/src', 'b'].map(longest)).toEqual([19, 17, 13, 6])
    catalogue.moveFolder(BUCKET, 'a/src', 'b/empty/to')
    expect(['b', 'b/empty', 'b/empty/to'].map(longest)).toEqual([22, 16, 13])
    // Names that go do not shorten what was said: to find the next one would take as long as there are names.
    catalogue.remove(BUCKET, 'b/empty/to/deep/größer')
    expect(longest('b')).toBe(22)
  })

  it('is looked for its newest time only when somebody asks', () => {
    const catalogue = given()
    catalogue.remove(BUCKET, 'a/src/deep/y')
    catalogue.moveFolder(BUCKET, 'a/src', 'b/to')
    expect(['', 'a', 'b', 'b/to'].map((path) => catalogue.totals(BUCKET, path).newest)).toEqual([20, -Infinity, 20, 10])
  })

  it('stays where something lies in its way, or nothing of it is known', () => {
    const catalogue = given()
    for (const [from, to] of [
      ['a/src', 'b'],
      ['a/src', 'b/z'],
      ['a/none', 'b/to'],
      ['', 'b/to'],
    ] as const)
      expect(catalogue.moveFolder(BUCKET, from, to)).toBe(false)
    expect(namesIn(catalogue, 'a/src')).toEqual(['deep', 'deep/y', 'x'])
  })
})

describe('a file that moved in one step', () => {
  it('is where it went with its sums, and leaves the folder around, even an empty one', () => {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    catalogue.putFile(BUCKET, 'a/x', file(4, 10))
    expect(catalogue.moveFile(BUCKET, 'a/x', 'b/new/to')).toBe(true)
    expect(namesIn(catalogue, '')).toEqual(['a', 'b', 'b/new', 'b/new/to'])
    expect(catalogue.fileAt(BUCKET, 'b/new/to')).toMatchObject({ name: 'to', size: 4, modified: 10 })
    expect(catalogue.totals(BUCKET, 'b')).toMatchObject({ bytes: 4, files: 1, newest: 10 })
    expect(catalogue.totals(BUCKET, 'a')).toMatchObject({ bytes: 0, files: 0, newest: -Infinity })
    expect(catalogue.objects).toBe(1)
  })

  it('stays where something lies in its way, or it is not known', () => {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    for (const path of ['x', 'y', 'folder/z']) catalogue.putFile(BUCKET, path, file(4, 10))
    for (const [from, to] of [
      ['x', 'y'],
      ['x', 'folder'],
      ['none', 'to'],
      ['x', 'odd//to'],
    ] as const)
      expect(catalogue.moveFile(BUCKET, from, to)).toBe(false)
    expect(namesIn(catalogue, '')).toEqual(['folder', 'folder/z', 'x', 'y'])
  })
})

describe('a key with an empty segment', () => {
  it('is shown nowhere, and counted', () => {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    for (const key of ['a//b', '/c', 'd/e//f']) catalogue.putFile(BUCKET, key, file(4, 10))
    catalogue.putMarker(BUCKET, 'g/', 10)
    expect([namesIn(catalogue, ''), catalogue.odd]).toEqual([[], 4])
  })
})

describe('whether a folder has many entries', () => {
  it('is told of those directly in it', () => {
    const catalogue = new Catalogue(() => undefined)
    catalogue.open(BUCKET)
    for (const path of ['a/x', 'a/y', 'a/b/1', 'a/b/2']) catalogue.putFile(BUCKET, path, file(4, 10))
    expect([2, 3].map((count) => catalogue.hasMoreIn(BUCKET, 'a', count))).toEqual([true, false])
    expect(catalogue.hasMoreIn(BUCKET, 'none', 0)).toBe(false)
  })
})
