import { describe, expect, it } from '@jest/globals'
import { isOwnPage } from './web-sockets.ts'

describe('the page that opens a socket', () => {
  it('may be one of this site, with whatever port, and whoever speaks TLS for it', () => {
    expect(isOwnPage('http://nas:8080', 'nas:8080')).toBe(true)
    expect(isOwnPage('https://nido.example', 'nido.example')).toBe(true)
    expect(isOwnPage('https://nido.example', 'nido.example:443')).toBe(true)
    expect(isOwnPage('https://Nido.example', 'nido.EXAMPLE')).toBe(true)
    expect(isOwnPage('http://[::1]:8080', '[::1]:8080')).toBe(true)
  })
  it('is none at all where no browser asks', () => expect(isOwnPage(undefined, 'nas')).toBe(true))
  it('may be no other', () => {
    for (const origin of ['https://evil.example', 'https://nido.example.evil.example', 'https://sub.nido.example', 'https://nido.example:8443', 'null', '', 'file://', 'nido.example']) {
      expect([origin, isOwnPage(origin, 'nido.example')]).toEqual([origin, false])
    }
    expect(isOwnPage('https://nido.example', '')).toBe(false)
    expect(isOwnPage('https://nido.example', 'a b')).toBe(false)
  })
})
