import { expect, it } from '@jest/globals'
import { createSpeed } from './speed.ts'

it('measures how fast bytes come', () => {
  let now = 0
  const speed = createSpeed(() => now)
  expect(speed.at(0)).toBe(0)
  now = 100
  expect(speed.at(1_000)).toBe(0)
  now = 1_000
  expect(speed.at(5_000)).toBe(5_000)
  now = 4_000
  expect(speed.at(35_000)).toBe(7_500)
})
