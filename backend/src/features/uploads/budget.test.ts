import { describe, expect, it } from '@jest/globals'
import { UNFINISHED_UPLOADS_MAX as MOST } from '../../../contract/limits.ts'
import { createBudget } from './budget.ts'

describe('the limit of unfinished uploads', () => {
  const budgetOf = (count: () => number) => {
    const clock = { now: 0, counted: 0 }
    const budget = createBudget(
      {
        count: async () => {
          clock.counted++
          return count()
        },
      },
      () => clock.now,
    )
    return { clock, take: () => budget.take('1') }
  }

  it('refuses the one above it, and counts once for all who begin within a second', async () => {
    const { clock, take } = budgetOf(() => MOST - 2)
    await Promise.all([take(), take()])
    await expect(take()).rejects.toMatchObject({ code: 'tooManyUploads' })
    expect(clock.counted).toBe(1)
  })

  it('counts anew after a second, and after a refusal', async () => {
    let count = MOST
    const { clock, take } = budgetOf(() => count)
    await expect(take()).rejects.toMatchObject({ code: 'tooManyUploads' })
    count = 0
    await take()
    clock.now = 1_000
    await take()
    expect(clock.counted).toBe(3)
  })

  it('does not keep a count that failed', async () => {
    let isDown = true
    const { take } = budgetOf(() => {
      if (isDown) throw new Error('the database does not respond')
      return 0
    })
    await expect(take()).rejects.toThrow('does not respond')
    isDown = false
    await take()
  })
})
