import { describe, expect, it } from '@jest/globals'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

describe('slots', () => {
  it('are given to so many at once, in the order of asking', async () => {
    const slots = createSlots(2)
    const got: number[] = []
    const taken = [1, 2, 3, 4].map(async (number) => {
      const giveBack = await slots.take(never)
      got.push(number)
      return giveBack
    })
    const [first, second] = await Promise.all(taken.slice(0, 2))
    expect(got).toEqual([1, 2])
    second?.()
    await taken[2]
    expect(got).toEqual([1, 2, 3])
    first?.()
    await taken[3]
    expect(got).toEqual([1, 2, 3, 4])
  })

  it('are not kept for those who have gone', async () => {
    const slots = createSlots(1)
    const giveBack = await slots.take(never)
    const gone = new AbortController()
    const leaving = slots.take(gone.signal)
    const next = slots.take(never)
    gone.abort(new Error('gone'))
    await expect(leaving).rejects.toThrow('gone')
    await expect(slots.take(gone.signal)).rejects.toThrow('gone')
    giveBack()
    expect(await next).toBeInstanceOf(Function)
  })

  it('may be given back when their holder has gone meanwhile', async () => {
    const slots = createSlots(1)
    const gone = new AbortController()
    const giveBack = await slots.take(gone.signal)
    const next = slots.take(never)
    gone.abort()
    giveBack()
    expect(await next).toBeInstanceOf(Function)
  })
})
