import { describe, expect, it } from '@jest/globals'
import { inParallel } from './in-parallel.ts'

describe('working in parallel', () => {
  it('does everything once, and never more at once than said', async () => {
    const done: number[] = []
    let running = 0
    let most = 0
    await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running -= 1
      done.push(item)
    })
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(most).toBe(3)
  })

  it('tells an error when the others have ended', async () => {
    const done: number[] = []
    const work = inParallel([1, 2, 3], 2, async (item) => {
      if (item === 1) throw new Error('one')
      await new Promise((resolve) => setTimeout(resolve, 2))
      done.push(item)
    })
    await expect(work).rejects.toThrow('one')
    expect(done).toEqual([2, 3])
  })
})
