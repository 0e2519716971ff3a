import { describe, expect, it } from '@jest/globals'
import { NamesAbove } from './names-above.ts'

describe('the names above a path', () => {
  const names = new NamesAbove(['a/b', 'c', 'a', 'a/b/c', 'c'])

  it('are those that it is or lies below, on whole segments', () => {
    expect([...names.of('a/b/c/d')]).toEqual(['a', 'a/b', 'a/b/c'])
    expect([...names.of('a/bc')]).toEqual(['a'])
    expect([...names.of('c')]).toEqual(['c'])
    expect([...names.of('c/')]).toEqual(['c'])
    expect([names.has('cc'), names.has('b'), names.has('')]).toEqual([false, false, false])
  })

  it('are all there is for the empty one', () => {
    const all = new NamesAbove([''])
    expect([all.has(''), all.has('x/y'), all.first('x')]).toEqual([true, true, ''])
  })

  it('have a first one, as they were named', () =>
    expect([names.first('a/b/x'), names.first('a/x'), names.first('x')]).toEqual(['a/b', 'a', undefined]))

  it('take no longer to find among a thousand', () => {
    const many = new NamesAbove(Array.from({ length: 1_000 }, (_, index) => `folder ${index}`))
    let count = 0
    for (let entry = 0; entry < 100_000; entry += 1) if (many.has(`folder ${entry}/x`)) count += 1
    expect(count).toBe(1_000)
  })
})
