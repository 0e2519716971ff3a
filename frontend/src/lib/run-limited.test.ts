import { describe, expect, it } from '@jest/globals'
import { runLimited } from './run-limited.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

describe('doing the same with many things', () => {
  it('has only so many under way, and answers in their order', async () => {
    let under = 0
    let most = 0
    const doubled = await runLimited([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, (under += 1))
      await pause()
      under -= 1
      return 2 * item
    })
    expect([doubled, most]).toEqual([[2, 4, 6, 8, 10, 12, 14], 3])
  })

  it('does all of them where one fails, and says so at the end', async () => {
    const done: number[] = []
    const all = runLimited(new Set([1, 2, 3]), 1, async (item) => {
      await pause()
      if (item === 1) throw new Error('the first')
      done.push(item)
    })
    await expect(all).rejects.toThrow('the first')
    expect(done).toEqual([2, 3])
  })
})
