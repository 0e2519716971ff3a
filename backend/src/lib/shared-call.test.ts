import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createSharedCall } from './shared-call.ts'

/** A call that the test ends, and how many were begun. */
function calling(gather?: () => Promise<void> | null) {
  const begun: PromiseWithResolvers<number>[] = []
  const call = createSharedCall(() => {
    const one = Promise.withResolvers<number>()
    begun.push(one)
    return one.promise
  }, gather)
  return { begun, call }
}

describe('a shared call', () => {
  it('begins one at a time, and gives one answer to all who come meanwhile', async () => {
    const { begun, call } = calling()
    const first = call()
    const others = [call(), call(), call()]
    expect(begun).toHaveLength(1)
    begun[0]?.resolve(1)
    expect(await first).toBe(1)
    // The first one is over, and the next one has not begun yet.
    expect(begun).toHaveLength(1)
    others.push(call())
    await turn()
    expect(begun).toHaveLength(2)
    const later = call()
    begun[1]?.resolve(2)
    expect(await Promise.all(others)).toEqual([2, 2, 2, 2])
    await turn()
    expect(begun).toHaveLength(3)
    begun[2]?.resolve(3)
    expect(await later).toBe(3)
    const alone = call()
    expect(begun).toHaveLength(4)
    begun[3]?.resolve(4)
    expect(await alone).toBe(4)
  })

  it('waits for those who are expected, and no longer than the call before it where that takes longer', async () => {
    const gathered: PromiseWithResolvers<void>[] = []
    const { begun, call } = calling(() => {
      gathered.push(Promise.withResolvers())
      return gathered.at(-1)?.promise ?? null
    })
    const first = [call(), call()]
    await turn()
    expect([begun.length, gathered.length]).toEqual([0, 1])
    gathered[0]?.resolve()
    await turn()
    const second = [call(), call()]
    gathered[1]?.resolve()
    await turn()
    expect([begun.length, gathered.length]).toEqual([1, 2])
    begun[0]?.resolve(1)
    await turn()
    begun[1]?.resolve(2)
    expect(await Promise.all([...first, ...second])).toEqual([1, 1, 2, 2])
  })

  it('goes on after a call that fails, whose error only its own callers see', async () => {
    const { begun, call } = calling()
    const failing = call()
    const next = call()
    begun[0]?.reject(new Error('the line is dead'))
    await expect(failing).rejects.toThrow('the line is dead')
    await turn()
    begun[1]?.resolve(2)
    expect(await next).toBe(2)
  })
})
