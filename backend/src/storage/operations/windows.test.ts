import { describe, expect, it } from '@jest/globals'
import { eachYielding } from '../../lib/yielding.ts'
import { chunksOf, compareNames, type Window, windowsOf } from './windows.ts'

const named = (...names: string[]) => eachYielding(names.map((name) => ({ name })))

async function windows(left: string[], right: string[], most: number): Promise<[string, string, string | null][]> {
  const text = (items: { name: string }[]) => items.map(({ name }) => name).join(' ')
  const found = await Array.fromAsync(windowsOf(named(...left), named(...right), most))
  return found.map((one: Window<{ name: string }, { name: string }>) => [text(one.left), text(one.right), one.upTo])
}

describe('two listings side by side', () => {
  it('come in one window where both fit, in whatever order', async () => {
    expect(await windows(['b', 'a'], ['c'], 3)).toEqual([['b a', 'c', null]])
    expect(await windows([], [], 3)).toEqual([['', '', null]])
  })

  it('come together under the same names, however unlike they are', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `m${String(index).padStart(2, '0')}`)
    for (const most of [1, 2, 7]) {
      for (const [left, right] of [
        [many, ['a', 'm05', 'm20', 'z']],
        [['m29'], many],
        [many, many.slice(10, 20)],
        [many, []],
      ] as const) {
        const found = await windows([...left], [...right], most)
        const sides = [found.map(([one]) => one), found.map(([, one]) => one)]
        expect(sides.map((side) => side.filter(Boolean).join(' '))).toEqual([left.join(' '), right.join(' ')])
        // What both have is in one window.
        for (const name of left.filter((one) => new Set<string>(right).has(one)))
          expect(found.filter(([a, b]) => a.includes(name) && b.includes(name))).toHaveLength(1)
        expect(found.at(-1)?.[2]).toBeNull()
      }
    }
  })

  it('keep all of one name together', async () => {
    const found = await windows(['a', 'b', 'b', 'b', 'c'], ['b'], 2)
    expect(found.filter(([left]) => left.includes('b'))).toEqual([expect.arrayContaining([expect.any(String)])])
    expect(found.find(([left]) => left.includes('b'))?.[0].match(/b/g)).toHaveLength(3)
  })

  it('hold no more than a window of each side', async () => {
    let ahead = 0
    async function* counted() {
      for (let index = 0; index < 10_000; index += 1) {
        ahead += 1
        yield { name: String(index).padStart(6, '0') }
      }
    }
    for await (const { left } of windowsOf(counted(), named('000003', 'x'), 100)) {
      expect(ahead).toBeLessThanOrEqual(101)
      ahead -= left.length
    }
  })

  it('are refused where a long one comes in another order', async () => {
    await expect(windows(['b', 'a', 'c', 'd'], [], 2)).rejects.toThrow('order')
  })

  it('count what has several versions as so many', async () => {
    const stacks = ['a', 'b', 'c'].map((name) => ({ name, versions: [1, 2, 3] }))
    const chunks = await Array.fromAsync(chunksOf(eachYielding(stacks), 7))
    expect(chunks.map((chunk) => chunk.length)).toEqual([2, 1])
  })
})

describe('the order of names', () => {
  it('is that of their bytes, as S3 lists them', () => {
    // U+FF5E comes before U+1F600, though not by its UTF-16 units.
    expect(['😀', '～', 'é', 'b', 'a/b', 'a.b', 'a'].toSorted(compareNames)).toEqual([
      'a',
      'a.b',
      'a/b',
      'b',
      'é',
      '～',
      '😀',
    ])
  })
})
