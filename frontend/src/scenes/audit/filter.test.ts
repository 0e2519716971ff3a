import { describe, expect, it } from '@jest/globals'
import { AUDIT_KINDS } from '../../../../backend/contract/audit-kinds.ts'
import { auditFilterOf, KIND_GROUPS, queryOf, wishOf } from './filter.ts'

const filter = (query: string) => auditFilterOf(new URLSearchParams(query))

describe('what is wanted of the audit', () => {
  it('is kept in the address, where only what is known counts', () => {
    const wanted = { from: '2026-11-01', to: '2026-11-21', who: 'ann', kind: 'links' }
    expect(auditFilterOf(new URLSearchParams(queryOf(wanted)))).toEqual(wanted)
    expect(filter('from=yesterday&kind=nonsense')).toEqual({ from: '', to: '', who: '', kind: '' })
    expect(queryOf(filter(''))).toEqual({})
  })

  it('includes the whole last day, by the clock of the reader', () => {
    const { after = '', before = '' } = wishOf(filter('from=2026-11-20&to=2026-11-20'))
    expect([new Date(after).getHours(), new Date(after).getDate(), new Date(before).getDate()]).toEqual([0, 20, 21])
  })

  it('names the kinds of a group', () => {
    expect(wishOf(filter('kind=files'))).toEqual({ kind: 'delete,restore,purge,import' })
    expect(wishOf(filter('kind=signIn&who=%20ann%20'))).toEqual({ kind: 'signIn', who: 'ann' })
    expect(Object.values(KIND_GROUPS).flat().toSorted()).toEqual([...AUDIT_KINDS].toSorted())
  })
})
