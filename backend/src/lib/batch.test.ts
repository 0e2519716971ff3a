import { describe, expect, it } from '@jest/globals'
import { createBatch } from './batch.ts'

describe('joining commands', () => {
  it('sends what came meanwhile in one command', async () => {
    const commands: number[][] = []
    const double = createBatch(async (items: number[]) => {
      commands.push(items)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return items.map((item) => item * 2)
    })
    expect(await Promise.all([1, 2, 3, 4].map((item) => double(item)))).toEqual([2, 4, 6, 8])
    expect(commands).toEqual([[1], [2, 3, 4]])
    expect(await double(5)).toBe(10)
  })

  it('fails those of one command alone', async () => {
    const check = createBatch(async (items: number[]) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (items.includes(1)) throw new Error('one is refused')
      return items
    })
    const [one, two] = await Promise.allSettled([check(1), check(2)])
    expect(one?.status).toBe('rejected')
    expect(two).toEqual({ status: 'fulfilled', value: 2 })
  })
})
