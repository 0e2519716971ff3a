import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { prefetched, prefetchWhenIdle } from './prefetch.ts'

const settle = () => jest.advanceTimersByTimeAsync(5_000)

describe('parts that most visits need', () => {
  afterEach(() => void jest.useRealTimers())

  it('come one after the other when there is time, and once', async () => {
    jest.useFakeTimers()
    const begun: string[] = []
    const part = (name: string) =>
      prefetched(async () => {
        begun.push(name)
        return name
      })
    const [frame, dialog, preview] = [part('frame'), part('dialog'), part('preview')]
    expect([begun, frame.part]).toEqual([[], null])
    prefetchWhenIdle()()
    await settle()
    expect(begun).toEqual([])
    prefetchWhenIdle()
    await settle()
    prefetchWhenIdle()
    await settle()
    expect([begun, dialog.part, preview.part]).toEqual([['frame', 'dialog', 'preview'], 'dialog', 'preview'])
  })

  it('say nothing where one cannot be had, and it is asked for again when it is needed', async () => {
    jest.useFakeTimers()
    let isThere = false
    const part = prefetched(async () => {
      if (!isThere) throw new TypeError('no connection')
      return 'part'
    })
    prefetchWhenIdle()
    await settle()
    expect(part.part).toBeNull()
    isThere = true
    expect([await part.load(), part.part]).toEqual(['part', 'part'])
  })
})
