import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { mapParallel } from './parallel.ts'

describe('mapping in parallel', () => {
  it('keeps the order, with no more calls at once than allowed', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index)
    let [running, most] = [0, 0]
    const doubled = await mapParallel(numbers, 4, async (number, index) => {
      running += 1
      most = Math.max(most, running)
      for (let turn = 0; turn < number % 3; turn += 1) await nextTurn()
      running -= 1
      return number + index
    })
    expect(doubled).toEqual(numbers.map((number) => number * 2))
    expect(most).toBe(4)
    expect(await mapParallel([], 4, async () => 1)).toEqual([])
  })

  it('begins nothing after a failure, and fails with the first one when all that runs has ended', async () => {
    const [begun, ended]: number[][] = [[], []]
    const mapped = mapParallel([1, 2, 3, 4, 5], 3, async (number) => {
      begun?.push(number)
      if (number === 2) throw new Error('the first')
      await nextTurn()
      if (number === 3) throw new Error('the second')
      ended?.push(number)
    })
    await expect(mapped).rejects.toThrow('the first')
    expect([begun, ended]).toEqual([[1, 2, 3], [1]])
  })
})
