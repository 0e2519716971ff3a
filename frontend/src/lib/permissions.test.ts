import { describe, expect, it } from '@jest/globals'
import { permissions } from '../../../backend/contract/permissions.ts'
import { PERMISSIONS } from '../../../backend/contract/permission-names.ts'
import { withPermission } from './permissions.ts'

const none = permissions.parse({})

describe('turning permissions on and off', () => {
  it('gives an administrator all of them, and leaves them when that ends', () => {
    const all = withPermission(none, 'admin', true)
    expect(PERMISSIONS.every((name) => all[name])).toBe(true)
    expect(withPermission(all, 'admin', false)).toEqual({ ...all, admin: false })
  })

  it('turns downloading on with sharing, and sharing off with downloading', () => {
    const both = withPermission(none, 'share', true)
    expect(both).toEqual({ ...none, share: true, download: true })
    expect(withPermission(both, 'download', false)).toEqual(none)
    expect(withPermission(both, 'share', false)).toEqual({ ...none, download: true })
  })

  it('leaves the others alone', () => {
    expect(withPermission({ ...none, create: true }, 'delete', true)).toEqual({ ...none, create: true, delete: true })
  })
})
