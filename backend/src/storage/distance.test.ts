import { expect, it } from '@jest/globals'
import { Distance } from './distance.ts'

it('knows a storage that is far away by its fastest answer', () => {
  const distance = new Distance()
  const heard = (ms: number) => {
    distance.hear(ms)
    return distance.isFar
  }
  expect(distance.isFar).toBe(false)
  expect([heard(800), heard(104), heard(250)]).toEqual([true, true, true])
  // A near one that was busy.
  expect([heard(4), heard(800)]).toEqual([false, false])
})
