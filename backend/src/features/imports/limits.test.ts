import { expect, it } from '@jest/globals'
import { DEFAULT_IMPORTS } from '../../../contract/import-settings.ts'
import { limitsAt } from './limits.ts'

const settings = { ...DEFAULT_IMPORTS, downLimit: 900, upLimit: 90, quietDownLimit: 3, quietUpLimit: 0 }

it('imports share what a worker may take', () => {
  expect(limitsAt(settings, { hour: 12, running: 3 })).toEqual({ down: 300, up: 30 })
  expect(limitsAt(DEFAULT_IMPORTS, { hour: 12, running: 3 })).toEqual({ down: 0, up: 0 })
})

it.each([
  [22, 6, [0, 1, 2, 3, 4, 5, 22, 23]],
  [9, 12, [9, 10, 11]],
  [8, 8, []],
])('other limits count from %i to %i', (quietFrom, quietTo, quiet) => {
  const downAt = (hour: number) => limitsAt({ ...settings, quietFrom, quietTo }, { hour, running: 9 }).down
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  expect(hours.filter((hour) => downAt(hour) === 1)).toEqual(quiet)
  expect(hours.filter((hour) => downAt(hour) === 100)).toHaveLength(24 - quiet.length)
})
