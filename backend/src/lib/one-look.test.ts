import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { oneLookAtATime } from './one-look.ts'

describe('looks', () => {
  it('run one at a time, and once more after the last announcement', async () => {
    const looks: PromiseWithResolvers<void>[] = []
    const ask = oneLookAtATime(
      () => {
        const look = Promise.withResolvers<void>()
        looks.push(look)
        return look.promise
      },
      () => undefined,
    )
    for (const _ of [1, 2, 3, 4]) ask()
    await turn()
    expect(looks).toHaveLength(1)
    looks[0]?.resolve()
    await turn()
    expect(looks).toHaveLength(2)
    looks[1]?.resolve()
    await turn()
    expect(looks).toHaveLength(2)
    ask()
    await turn()
    expect(looks).toHaveLength(3)
  })

  it('go on after one that failed', async () => {
    const errors: unknown[] = []
    let count = 0
    const ask = oneLookAtATime(
      async () => {
        count += 1
        throw new Error(`look ${count}`)
      },
      (error) => errors.push(error),
    )
    ask()
    await turn()
    ask()
    await turn()
    expect(errors.map(String)).toEqual(['Error: look 1', 'Error: look 2'])
  })
})
