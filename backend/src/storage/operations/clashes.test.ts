import { describe, expect, it } from '@jest/globals'
import { eachYielding } from '../../lib/yielding.ts'
import { Clashes, ownPart } from './clashes.ts'
import { compareNames, windowsOf } from './windows.ts'

const named = (names: string[]) => eachYielding(names.toSorted(compareNames).map((name) => ({ name })))

/** Whether two sides clash, looked at so many names at a time. */
async function clash(left: string[], right: string[], most: number): Promise<boolean> {
  const clashes = new Clashes()
  for await (const { left: a, right: b, upTo } of windowsOf(named(left), named(right), most)) {
    if (clashes.isIn({ left: a.map(({ name }) => name), right: b.map(({ name }) => name), upTo })) return true
  }
  return false
}

describe('a merge', () => {
  it('is refused where a file meets a folder of its name, however far apart they are listed', async () => {
    // These are listed between a file and what is in a folder of its name.
    const between = Array.from({ length: 20 }, (_, index) => `n-${index}`)
    for (const most of [1, 3, 100]) {
      expect(await clash(['n', 'z'], [...between, 'n/x'], most)).toBe(true)
      expect(await clash([...between, 'n/deep/x'], ['n', 'a'], most)).toBe(true)
      expect(await clash([...between, 'n/'], ['n'], most)).toBe(true)
      expect(await clash(['a', 'n/x', 'n.txt'], [...between, 'n/', 'n/x', 'nn'], most)).toBe(false)
      expect(await clash([''], [''], most)).toBe(false)
    }
  })

  it('into a folder above its source names the part that would land in the source', () => {
    expect(ownPart('bucket/a/b', 'bucket/a')).toBe('b/')
    expect(ownPart('bucket/a', 'bucket/ab')).toBeNull()
    expect(ownPart('bucket/a', 'other')).toBeNull()
  })
})
