import { describe, expect, it } from '@jest/globals'
import { passwordStrength } from './password-strength.ts'

describe('how hard a password is to guess', () => {
  it.each([
    ['', 'short'],
    ['Tr0ub4dor&3', 'short'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnop', 'weak'],
    ['abababababababab', 'weak'],
    ['horsebattery', 'fair'],
    ['correct horse battery staple', 'strong'],
    ['vK7#pQ2!zR9m', 'strong'],
    ['contraseña muy larga', 'strong'],
  ])('finds %p %s', (password, strength) => {
    expect(passwordStrength(password, 12)).toBe(strength)
  })

  it('counts bytes, as the server does', () => {
    expect(passwordStrength('ñañañaña', 12)).not.toBe('short')
  })
})
