import { describe, expect, it } from '@jest/globals'
import { Manifests } from './manifests.ts'

const entry = { bucket: 'b', key: 'a.txt', name: '', version: 'v1', size: 1 }

/** A store of manifests whose listings find nothing so many times. */
function manifestsAfter(misses: number) {
  const kept = new Map<string, Buffer>()
  let [looks, reads] = [0, 0]
  const manifests = new Manifests({
    put: async (key, body) => void kept.set(key, body),
    get: async (key) => {
      reads += 1
      return kept.get(key) ?? null
    },
    delete: async (keys) => keys.forEach((key) => kept.delete(key)),
    list: async (prefix) => ((looks += 1) <= misses ? [] : [...kept.keys()].filter((key) => key.startsWith(prefix))),
  })
  return { manifests, kept, looks: () => looks, reads: () => reads }
}

describe('a manifest', () => {
  it('that seems empty is looked for again', async () => {
    const { manifests } = manifestsAfter(3)
    await manifests.add('one', 'batch', [entry])
    expect(await manifests.read('one')).toEqual([entry])
  })

  it('is not read again by whoever has just written or read it, as long as it is listed', async () => {
    const { manifests, kept, reads } = manifestsAfter(0)
    await manifests.add('one', 'own', [entry])
    kept.set([...kept.keys()][0]?.replace('own', 'other') ?? '', Buffer.from(JSON.stringify([{ ...entry, key: 'b' }])))
    const both = (await manifests.read('one')).map(({ key }) => key)
    expect([both, reads()]).toEqual([['a.txt', 'b'], 1])
    expect([(await manifests.read('one')).length, reads()]).toEqual([2, 1])
    await manifests.change('one', 'new', ({ key }) => (key === 'b' ? null : { ...entry, size: 2 }))
    // What is changed is read, in case that another process has changed it.
    expect([await manifests.read('one'), reads()]).toEqual([[{ ...entry, size: 2 }], 3])
  })

  it('is read again where a second attempt may have written it once more', async () => {
    const { manifests, reads } = manifestsAfter(0)
    await manifests.add('one', 'moved-two', [entry])
    for (const times of [1, 2]) expect([await manifests.read('one'), reads()]).toEqual([[entry], times])
  })

  it('that may be empty is looked for once, and one that stays empty is empty', async () => {
    const { manifests, looks } = manifestsAfter(0)
    expect(await manifests.read('none', { mayBeEmpty: true })).toEqual([])
    expect(looks()).toBe(1)
    expect(await manifests.read('none')).toEqual([])
  })
})
