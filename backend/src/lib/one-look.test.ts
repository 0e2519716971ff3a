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
    await settled()
    expect(looks).toHaveLength(1)
    looks[0]?.resolve()
    await settled()
    expect(looks).toHaveLength(2)
    looks[1]?.resolve()
    await settled()
    expect(looks).toHaveLength(2)
    ask()
    await settled()
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
    await settled()
    ask()
    await settled()
    expect(errors.map(String)).toEqual(['Error: look 1', 'Error: look 2'])
  })
})

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
