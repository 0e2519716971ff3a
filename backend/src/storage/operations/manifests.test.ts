import { describe, expect, it } from '@jest/globals'
import { Manifests } from './manifests.ts'

const entry = { bucket: 'b', key: 'a.txt', name: '', version: 'v1', size: 1 }

/** A store of manifests whose listings find nothing so many times. */
function manifestsAfter(misses: number) {
  const kept = new Map<string, { body: Buffer; etag: string }>()
  let [looks, reads, puts] = [0, 0, 0]
  const put = (key: string, body: Buffer) => kept.set(key, { body, etag: String((puts += 1)) }).get(key)?.etag ?? ''
  const listTagged = async (prefix: string) => {
    const found = [...kept].filter(([key]) => key.startsWith(prefix))
    return (looks += 1) <= misses ? [] : found.map(([key, { etag }]) => ({ key, etag }))
  }
  const open = () =>
    new Manifests({
      putTagged: async (key, body) => put(key, body),
      find: async (key) => {
        reads += 1
        return kept.get(key) ?? null
      },
      replace: async (key, body, etag) => kept.get(key)?.etag === etag && put(key, body) !== '',
      delete: async (keys) => keys.forEach((key) => kept.delete(key)),
      list: async (prefix) => (await listTagged(prefix)).map(({ key }) => key),
      listTagged,
    })
  return { manifests: open(), other: open(), kept, looks: () => looks, reads: () => reads }
}

describe('a manifest', () => {
  it('that seems empty is looked for again', async () => {
    const { manifests } = manifestsAfter(3)
    await manifests.add('one', 'batch', [entry])
    expect(await manifests.read('one')).toEqual([entry])
  })

  it('is not read again by whoever has just written or read it, as long as nobody changes it', async () => {
    const { manifests, other, reads } = manifestsAfter(0)
    await manifests.add('one', 'own', [entry])
    await other.add('one', 'other', [{ ...entry, key: 'b' }])
    const keys = async () => (await manifests.read('one')).map(({ key }) => key)
    expect([await keys(), reads()]).toEqual([['a.txt', 'b'], 1])
    expect([(await keys()).length, reads()]).toEqual([2, 1])
    // It is read once for the change, and once more by whoever has not made it.
    await other.change('one', (one) => (one.key === 'b' ? { ...one, key: 'c' } : one))
    expect([await keys(), reads()]).toEqual([['a.txt', 'c'], 4])
  })

  it('that two change at once has what neither of them took out', async () => {
    const { manifests, other, kept } = manifestsAfter(0)
    const named = (key: string) => ({ ...entry, key })
    await manifests.add('one', 'batch', ['a', 'b', 'c'].map(named))
    const without = (gone: string) => (one: typeof entry) => (one.key === gone ? null : one)
    await Promise.all([manifests.change('one', without('a')), other.change('one', without('b'))])
    expect(await manifests.read('one')).toEqual([named('c')])
    await Promise.all([manifests.change('one', without('c')), other.change('one', without('c'))])
    expect(kept.size).toBe(0)
  })

  it('has each entry once, in the order of the keys where a delete has noted them', async () => {
    const { manifests } = manifestsAfter(0)
    const named = (key: string) => ({ ...entry, key })
    await manifests.add('one', 'later', ['c', 'd'].map(named))
    await manifests.add('one', 'earlier', ['a', 'b'].map(named))
    const keys = async () => (await manifests.read('one')).map(({ key }) => key)
    expect(await keys()).toEqual(['a', 'b', 'c', 'd'])
    await manifests.add('one', 'again', ['b', 'e'].map(named))
    expect((await keys()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('that may be empty is looked for once, and one that stays empty is empty', async () => {
    const { manifests, looks } = manifestsAfter(0)
    expect(await manifests.read('none', { mayBeEmpty: true })).toEqual([])
    expect(looks()).toBe(1)
    expect(await manifests.read('none')).toEqual([])
  })
})
