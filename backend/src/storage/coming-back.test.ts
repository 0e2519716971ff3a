import { describe, expect, it } from '@jest/globals'
import { comesAt, comingOf, firstToCome, toldBelow, toldFirst } from './coming-back.ts'
import type { PendingOperation } from './journal-state.ts'
import type { ManifestEntry } from './operations/manifests.ts'
import { place } from './paths.ts'

const op = (more: Partial<PendingOperation> = {}): PendingOperation => ({
  id: 'one-note',
  kind: 'restore',
  src: null,
  dst: 'b/box',
  isFile: false,
  merge: false,
  state: 'shown',
  alone: true,
  since: 1,
  owner: 'lease',
  late: 0,
  cancel: false,
  userId: 1,
  ...more,
})

const entry = (key: string, more: Partial<ManifestEntry> = {}): ManifestEntry => ({
  bucket: 'b',
  key,
  name: key.slice('box/'.length),
  version: key.endsWith('/') ? '' : `${key}-kept`,
  size: 3,
  etag: 'etag',
  modified: 5_000,
  ...more,
})

const noted = [entry('box/in/b.txt'), entry('box/'), entry('box/\u{1f408}'), entry('box/\uffee'), entry('box/a.txt')]

async function told(ops: PendingOperation[], { entries = noted, path = 'box', after = '' } = {}) {
  const listed = toldBelow({ ops }, await comingOf(entries), { at: place('b', path), after })
  return listed && (await Array.fromAsync(listed))
}
const keysOf = async (...asked: Parameters<typeof told>) => (await told(...asked))?.map(({ key }) => key) ?? null

describe('what a restore alone tells of its place', () => {
  it('is all that it brings, in the order of a listing, with its facts', async () => {
    expect(await keysOf([op()])).toEqual(['box/', 'box/a.txt', 'box/in/b.txt', 'box/\uffee', 'box/\u{1f408}'])
    expect((await told([op()]))?.[1]).toEqual({
      key: 'box/a.txt',
      version: 'box/a.txt-kept',
      isMarker: false,
      size: 3,
      etag: 'etag',
      lastModified: new Date(5_000),
      metadata: {},
      contentType: 'text/plain; charset=utf-8',
    })
  })

  it('is what lies below an inner folder, or comes after a key', async () => {
    expect(await keysOf([op()], { path: 'box/in' })).toEqual(['box/in/b.txt'])
    expect(await keysOf([op()], { after: 'box/in/b.txt' })).toEqual(['box/\uffee', 'box/\u{1f408}'])
  })

  it('is nothing where something else may lie there, or the restore is stopped', async () => {
    const { alone: _, ...covering } = op()
    expect(await keysOf([covering])).toBeNull()
    expect(await keysOf([op(), op({ id: 'two', kind: 'clear', dst: 'b/box/in' })])).toBeNull()
    expect(await keysOf([op({ state: 'running' })])).toBeNull()
    expect(await keysOf([op()], { path: '' })).toBeNull()
  })

  it('is nothing where the note does not tell enough', async () => {
    const older: ManifestEntry = { bucket: 'b', key: 'box/old', name: 'old', version: '1', size: 1 }
    expect(await keysOf([op()], { entries: [...noted, older] })).toBeNull()
    expect(await keysOf([op()], { entries: [...noted, entry('box/a.txt', { version: 'earlier' })] })).toBeNull()
  })
})

describe('the first of what a restore brings', () => {
  const first = { key: 'box/', version: '', size: 3, etag: 'etag', modified: 5_000 }

  it('is the first in the order of a listing, if its note tells of it what one does', async () => {
    expect(await firstToCome(noted)).toEqual(first)
    expect((await firstToCome([entry('box/\u{1f408}'), entry('box/\uffee')]))?.key).toBe('box/\uffee')
    expect(await firstToCome([])).toBeUndefined()
    expect(await firstToCome([entry('box/b'), entry('box/a'), entry('box/a', { version: 'earlier' })])).toBeUndefined()
    expect(await firstToCome([{ bucket: 'b', key: 'box/a', name: 'a', version: '1', size: 1 }])).toBeUndefined()
  })

  it('shows the folder in its place, where nothing else is at work', () => {
    const at = (path: string, ops = [op({ first })]) => toldFirst({ ops }, place('b', path))
    expect(at('box')).toMatchObject({ key: 'box/', size: 3, lastModified: new Date(5_000) })
    expect(at('box/in')).toBeNull()
    expect(at('', [op({ first })])).toBeNull()
    expect(at('box', [op()])).toBeNull()
    expect(at('box', [op({ first, state: 'running' })])).toBeNull()
    expect(at('box', [op({ first }), op({ id: 'two', kind: 'clear', dst: 'b/box/in' })])).toBeNull()
  })
})

it('tells at which keys a restore brings a file', async () => {
  const coming = await comingOf(noted)
  const keys = ['box/a.txt', 'box/in/b.txt', 'box/\uffee', 'box/\u{1f408}', 'box/', 'box', 'box/b.txt', 'box/z']
  expect(keys.map((key) => comesAt(coming, key))).toEqual([true, true, true, true, false, false, false, false])
  expect(comesAt(await comingOf([]), 'box/a.txt')).toBe(false)
})
