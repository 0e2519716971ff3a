import { describe, expect, it } from '@jest/globals'
import { safeRedirect } from './safe-redirect.ts'

describe('going on after signing in', () => {
  it('goes where one wanted to go in this page', () => {
    expect(safeRedirect('/files/a%20b/?x=1')).toBe('/files/a%20b/?x=1')
  })

  it('goes to the files for want of a target', () => {
    expect(safeRedirect(null)).toBe('/files/')
    expect(safeRedirect('/login?redirect=/login')).toBe('/files/')
  })

  it('never leaves the page', () => {
    for (const target of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      'files',
    ]) {
      expect(safeRedirect(target)).toBe('/files/')
    }
  })
})
