import { describe, expect, it } from '@jest/globals'
import { PathCheck } from './path-check.ts'

describe('the paths of a tree', () => {
  it('are asked of once each, with all folders', () => {
    const asked: string[] = []
    const paths = new PathCheck((path) => asked.push(path))
    expect(paths.isEmpty).toBe(true)
    for (const name of ['', 'a.txt', 'a/', 'a/b/c', 'a/b/d', 'a/e', 'b/x/y']) paths.add(name)
    expect(asked).toEqual(['', 'a.txt', 'a', 'a/b', 'a/b/c', 'a/b/d', 'a/e', 'b', 'b/x', 'b/x/y'])
    expect(paths.isEmpty).toBe(false)
  })
})
