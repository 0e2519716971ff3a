import { describe, expect, it } from '@jest/globals'
import { stepsOf, undoOf } from './rename-plan.ts'

const renames = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from: `/d/${from}`, to: `/d/${to}` }))
const written = (steps: { from: string; to: string }[]) => steps.map(({ from, to }) => `${from} ${to}`)

/** Carries out the steps on names with their contents, and refuses what a server would refuse. */
function play(names: string[], steps: { from: string; to: string }[]): Map<string, string> {
  const there = new Map(names.map((name) => [`/d/${name}`, name]))
  for (const { from, to } of steps) {
    const what = there.get(from)
    if (what === undefined || there.has(to)) throw new Error(`${from} ${to}`)
    there.delete(from)
    there.set(to, what)
  }
  return there
}

describe('the steps to rename many items', () => {
  it('leave out items that keep their names', () => {
    expect(stepsOf(renames(['a', 'a'], ['b', 'c']), () => false)).toEqual(renames(['b', 'c']))
  })
  it('wait for an item that still has the name', () => {
    const steps = stepsOf(renames(['1', '2'], ['2', '3'], ['3', '4']), () => false)
    expect(written(steps)).toEqual(['/d/3 /d/4', '/d/2 /d/3', '/d/1 /d/2'])
  })
  it('use a temporary name that nothing has or wants when names are swapped, and can be undone', () => {
    const names = ['a', 'b', 'c', 'x', 'c(1)', 'd']
    const wishes = renames(['a', 'b'], ['b', 'c'], ['c', 'a'], ['x', 'y'], ['d', 'c(2)'])
    const steps = stepsOf(wishes, (path) => path === '/d/c(1)')
    expect(Object.fromEntries(play(names, steps))).toEqual({
      '/d/b': 'a',
      '/d/c': 'b',
      '/d/a': 'c',
      '/d/y': 'x',
      '/d/c(1)': 'c(1)',
      '/d/c(2)': 'd',
    })
    expect([...play(names, [...steps, ...undoOf(steps)])].every(([path, name]) => path === `/d/${name}`)).toBe(true)
  })
  it('can lead into a cycle from outside', () => {
    const steps = stepsOf(renames(['z', 'a2'], ['a', 'b'], ['b', 'a']), () => false)
    expect(Object.fromEntries(play(['z', 'a', 'b'], steps))).toEqual({ '/d/a2': 'z', '/d/b': 'a', '/d/a': 'b' })
  })
})
