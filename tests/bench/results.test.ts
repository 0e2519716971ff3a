import { expect, it } from '@jest/globals'
import { reportRows, tableOf } from './report.ts'
import { Results, slopeOf } from './results.ts'

const use = { processorSeconds: 1, minioSeconds: 0, databaseSeconds: 0, peakMiB: 200, growthMiB: 10 }

function resultsOf(times: Record<string, Record<string, readonly number[]>>): Results {
  const results = new Results()
  for (const [id, subjects] of Object.entries(times))
    for (const [subject, values] of Object.entries(subjects))
      for (const value of values) results.note(id, subject, { value, use })
  return results
}
const rowsOf = (results: Results, site = '') =>
  Object.fromEntries(reportRows({ site, results }).map((row) => [row.id, row]))

it('compares round with round, so that a slow moment of the machine does not count', () => {
  const results = resultsOf({ c1: { nido: [100, 1000, 100], minio: [80, 800, 90] } })
  expect(results.ratio('c1', 'minio')).toBeCloseTo(0.8)
  expect(results.median('c1')).toBe(100)
})

it('leaves out rounds that only one side has', () =>
  expect(resultsOf({ c1: { nido: [100, 100, 100], minio: [50] } }).ratio('c1', 'minio')).toBeCloseTo(0.5))

it('says what is below its floor, be it too slow or too much', () => {
  const rows = rowsOf(
    resultsOf({ c1: { nido: [100], minio: [50] }, g: { nido: [1], minio: [100] }, p1: { nido: [170] } }),
  )
  expect(rows['c1']).toMatchObject({ score: 0.5, floor: 0.7, isBelowFloor: true })
  expect(rows['g']).toMatchObject({ score: 100, isBelowFloor: false })
  expect(rows['p1']).toMatchObject({ score: 170, floor: 150, isBelowFloor: true })
  expect(tableOf(Object.values(rows))).toContain('| **0.50** | 0.7 | 0.95 | 100 | 50.0 |')
})

it('takes memory and processor of a gigabyte from the work that was done', () => {
  const rows = rowsOf(resultsOf({ c1: { nido: [100], minio: [50] } }))
  expect(rows['k1']).toMatchObject({ score: 200, isBelowFloor: false })
  expect(rows['s2']?.score).toBeCloseTo(1e9 / (256 * 1024 * 1024))
})

it('calls a row below its floor if Nido did not manage the work', () =>
  expect(rowsOf(resultsOf({ c1: { minio: [50] } }))['c1']).toMatchObject({ score: NaN, isBelowFloor: true }))

it('has no floors for other sites', () =>
  expect(rowsOf(resultsOf({ c1: { nido: [100], minio: [1] } }), '@far')['c1@far']).toMatchObject({
    floor: null,
    isBelowFloor: false,
  }))

it('tells how steeply a value grows', () => {
  expect(slopeOf([1_000, 100_000], [5, 500], 1)).toBeCloseTo(1)
  expect(slopeOf([1_000, 100_000], [5, 5], 1)).toBeCloseTo(0)
})
