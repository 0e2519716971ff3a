import { describe, expect, it } from '@jest/globals'
import { madeUpPassword } from './made-up-password.ts'

describe('a generated password', () => {
  it('has four groups of letters and digits that look different, and is new each time', () => {
    const some = Array.from({ length: 50 }, madeUpPassword)
    for (const one of some) expect(one).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/)
    expect(new Set(some).size).toBe(50)
  })
})
