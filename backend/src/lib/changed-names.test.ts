import { describe, expect, it } from '@jest/globals'
import { changedNames } from './changed-names.ts'

describe('the names of what changed', () => {
  it('are those of fields, and of fields in them', () => {
    const before = {
      name: 'a',
      perm: { share: true, admin: false },
      rules: [{ path: '/a' }],
      same: { deep: [1] },
      gone: 1,
    }
    const after = {
      name: 'b',
      perm: { share: false, admin: false },
      rules: [{ path: '/b' }],
      same: { deep: [1] },
      come: null,
    }
    expect(changedNames(before, after)).toEqual(['name', 'perm.share', 'rules', 'gone', 'come'])
  })
  it('are none where nothing did', () => expect(changedNames({ a: { b: [] } }, { a: { b: [] } })).toEqual([]))
  it('tell no values', () => expect(changedNames({ secret: 'hush' }, { secret: 'psst' }).join()).toBe('secret'))
})
