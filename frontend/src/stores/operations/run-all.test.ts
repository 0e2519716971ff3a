import { describe, expect, it } from '@jest/globals'
import { listing, testRoot } from '../test-root.ts'
import { cancelWork } from './cancelling.ts'
import { runAll } from './run-all.ts'

describe('the same with many things', () => {
  const start = { kind: 'purge', name: 'a', folder: '', isDir: false } as const
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

  it('is done once with each, never with more at once than said, and in order where they share a lane', async () => {
    const { tray } = testRoot(() => listing('/', [])).root
    const begun: number[] = []
    const told: number[] = []
    let running = 0
    let most = 0
    const items = [1, 2, 3, 4, 5, 6, 7]
    const done = await runAll(tray, {
      start: { ...start, count: items.length },
      items,
      atOnce: 3,
      laneOf: (item) => (item % 2 === 0 ? 'even' : item),
      async run(item) {
        begun.push(item)
        running += 1
        most = Math.max(most, running)
        await pause()
        running -= 1
        if (item === 4) throw new Error('four')
        return item * 10
      },
      onFailed: (item) => told.push(item),
    })
    expect([done.toSorted((a, b) => a - b), told, most]).toEqual([[10, 20, 30, 50, 60, 70], [4], 3])
    expect(begun.filter((item) => item % 2 === 0)).toEqual([2, 4, 6])
  })

  it('begins with no more when it is called off, and tells of nothing that failed for that', async () => {
    const { root } = testRoot(() => listing('/', []))
    const { tray } = root
    const told: number[] = []
    const run = async (item: number) => {
      await pause()
      const [work] = tray.works
      if (item === 2 && work) {
        await cancelWork(root, work)
        throw new Error('called off')
      }
      return item
    }
    const done = await runAll(tray, {
      start: { ...start, count: 4 },
      items: [1, 2, 3, 4],
      atOnce: 1,
      run,
      onFailed: (item) => told.push(item),
    })
    expect([done, told, tray.works]).toEqual([[1], [], []])
  })
})
