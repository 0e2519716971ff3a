import { describe, expect, it } from '@jest/globals'
import { Manifests } from './manifests.ts'

const entry = { bucket: 'b', key: 'a.txt', name: '', version: 'v1', size: 1 }

/** A store of manifests whose listings find nothing so many times. */
function manifestsAfter(misses: number) {
  const kept = new Map<string, Buffer>()
  let looks = 0
  const manifests = new Manifests({
    put: async (key, body) => void kept.set(key, body),
    get: async (key) => kept.get(key) ?? null,
    delete: async (keys) => keys.forEach((key) => kept.delete(key)),
    list: async (prefix) => ((looks += 1) <= misses ? [] : [...kept.keys()].filter((key) => key.startsWith(prefix))),
  })
  return { manifests, looks: () => looks }
}

describe('a manifest', () => {
  it('that seems empty is looked for again', async () => {
    const { manifests } = manifestsAfter(3)
    await manifests.add('one', 'batch', [entry])
    expect(await manifests.read('one')).toEqual([entry])
  })

  it('that may be empty is looked for once, and one that stays empty is empty', async () => {
    const { manifests, looks } = manifestsAfter(0)
    expect(await manifests.read('none', { mayBeEmpty: true })).toEqual([])
    expect(looks()).toBe(1)
    expect(await manifests.read('none')).toEqual([])
  })
})
