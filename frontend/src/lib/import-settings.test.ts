import { describe, expect, it } from '@jest/globals'
import { DEFAULT_IMPORTS } from '../../../backend/contract/import-settings.ts'
import { importFieldsOf, importSettingsOf, importTroubles } from './import-settings.ts'

const fields = importFieldsOf(DEFAULT_IMPORTS)

describe('the form of imports', () => {
  it('says what the settings say, and gives them back', () => {
    expect(fields).toMatchObject({ running: '4', scratchBytes: '50 GB', downLimit: '', seedRatio: '0' })
    expect(importSettingsOf(fields)).toEqual(DEFAULT_IMPORTS)
    const others = { ...DEFAULT_IMPORTS, downLimit: 1_572_864, seedRatio: 1.5, quietFrom: 22, sites: 'all' } as const
    expect(importSettingsOf(importFieldsOf(others))).toEqual(others)
  })

  it('takes the usual, or no limit, where nothing is typed', () =>
    expect(importSettingsOf({ ...fields, running: ' ', scratchBytes: '', seedRatio: '' })).toMatchObject({
      running: 4,
      scratchBytes: 0,
      seedRatio: 0,
    }))

  it('knows what cannot be saved', () => {
    expect(importTroubles(fields).size).toBe(0)
    const wrong = { ...fields, running: '0', each: '21', upLimit: 'much', seedRatio: '11' }
    expect([...importTroubles(wrong)]).toEqual(['running', 'each', 'upLimit', 'seedRatio'])
    expect(importTroubles({ ...fields, seedRatio: '1,5' }).size).toBe(0)
    expect(importTroubles({ ...fields, seedRatio: '-1' }).size).toBe(1)
  })
})
