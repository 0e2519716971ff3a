import { describe, expect, it } from '@jest/globals'
import { kindOf } from './kinds.ts'

describe('the kind of a thing', () => {
  it('is told by its ending where that says more than the type', () => {
    expect(kindOf({ isDir: true, extension: '.zip', type: '' })).toBe('folder')
    expect(kindOf({ isDir: false, extension: '.XLSX', type: 'blob' })).toBe('sheet')
    expect(kindOf({ isDir: false, extension: '.json', type: 'text' })).toBe('code')
    // `.ts` is a video's type in most tables, and a program in most houses that have any.
    expect(kindOf({ isDir: false, extension: '.ts', type: 'video' })).toBe('code')
    expect(kindOf({ isDir: false, extension: '.jpg', type: 'image' })).toBe('image')
    expect(kindOf({ isDir: false, extension: '', type: 'text' })).toBe('text')
    expect(kindOf({ isDir: false, extension: '.bin', type: 'blob' })).toBe('file')
  })
})
