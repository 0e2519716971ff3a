import { describe, expect, it } from '@jest/globals'
import { eachYielding } from '../../lib/yielding.ts'
import type { ManifestEntry } from './manifests.ts'
import { WINDOW } from './windows.ts'
import { WorkLists } from './work-lists.ts'

const entry = (index: number): ManifestEntry => {
  const name = String(index).padStart(6, '0')
  return { bucket: 'b', key: `f/${name}`, name, version: 'v', size: 1 }
}
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index))

function lists() {
  const kept = new Map<string, Buffer>()
  const work = new WorkLists({
    put: async (key, body) => void kept.set(key, body),
    get: async (key) => kept.get(key) ?? null,
    delete: async (keys) => keys.forEach((key) => kept.delete(key)),
    list: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
  })
  return { kept, work }
}

describe('what an operation works on', () => {
  it.each([0, 3, WINDOW, 3 * WINDOW + 5])('is read as it was written down: %i entries', async (count) => {
    const { kept, work } = lists()
    await work.keep('one', eachYielding(entries(count)))
    await work.keep('other', eachYielding(entries(1)))
    expect(await work.read('one')).toEqual(entries(count))
    expect((await work.ids()).toSorted()).toEqual(['one', 'other'])
    await work.drop(['one'])
    expect(await work.read('one')).toBeNull()
    expect([...kept.keys()]).toEqual(['work/other.json'])
  })

  it('is gone through several times', async () => {
    const { work } = lists()
    await work.keep('one', eachYielding(entries(WINDOW * 2)))
    const list = await work.open('one')
    for (const _ of [1, 2]) expect(list && (await Array.fromAsync(list))).toHaveLength(WINDOW * 2)
  })

  it('of an earlier Nido is found among the manifests of notes, and put in order', async () => {
    const { kept, work } = lists()
    kept.set('manifests/one/pinned.json', Buffer.from(JSON.stringify([entry(2), entry(1)])))
    expect(await work.read('one')).toEqual([entry(1), entry(2)])
  })

  it('is not passed over where a part of it is missing', async () => {
    const { kept, work } = lists()
    await work.keep('one', eachYielding(entries(WINDOW * 2)))
    const list = await work.open('one')
    kept.delete('work-parts/one/000001.json')
    await expect(list && Array.fromAsync(list)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
