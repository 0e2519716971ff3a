import { describe, expect, it } from '@jest/globals'
import { OddPause } from './odd-pause.ts'

const LENGTHS = { first: 10, longest: 60 }

/** A pause with a clock of its own. */
function paused() {
  const clock = { now: 1_000 }
  return { clock, pause: new OddPause(LENGTHS, () => clock.now) }
}

/** How long a pause is that begins now. */
function lengthOf({ clock, pause }: ReturnType<typeof paused>): number {
  const begun = clock.now
  pause.begin()
  while (pause.isOn) clock.now += 1
  return clock.now - begun
}

describe('the pause after an odd answer', () => {
  it('is none before the first', () => {
    expect(paused().pause.isOn).toBe(false)
  })

  it('ends after a while', () => {
    expect(lengthOf(paused())).toBe(10)
  })

  it('is twice as long each time that the next odd answer comes soon, up to a limit', () => {
    const one = paused()
    const lengths = [10, 20, 40, 60, 60].map((length) => {
      const found = lengthOf(one)
      one.clock.now += length - 1
      return found
    })
    expect(lengths).toEqual([10, 20, 40, 60, 60])
  })

  it('is as at first where nothing odd has come for as long as the last one was', () => {
    const one = paused()
    expect([lengthOf(one), lengthOf(one)]).toEqual([10, 20])
    one.clock.now += 20
    expect(lengthOf(one)).toBe(10)
  })

  it('is no longer for several odd answers at once', () => {
    const one = paused()
    one.pause.begin()
    one.clock.now += 5
    one.pause.begin()
    one.clock.now += 5
    expect(one.pause.isOn).toBe(false)
    expect(lengthOf(one)).toBe(20)
  })
})
