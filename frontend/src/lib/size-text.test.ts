import { describe, expect, it } from '@jest/globals'
import { parseSize, sizeText } from './size-text.ts'

describe('sizes as people type them', () => {
  it.each([
    ['4096', 4096],
    ['10 MB', 10 * 1024 ** 2],
    ['1.5g', 1.5 * 1024 ** 3],
    ['1,5 GB', 1.5 * 1024 ** 3],
    [' 2 tb ', 2 * 1024 ** 4],
    ['7B', 7],
    ['0', 0],
    ['0.5K', 512],
    ['250 Go', 250 * 1024 ** 3],
    ['1,5 ГБ', 1.5 * 1024 ** 3],
  ])('reads %p', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })

  it.each(['', 'much', '-1', '1 XB', '1 2', '1..5', '9999999999 TB', '1 bb'])('refuses %p', (text) => {
    expect(parseSize(text)).toBeNull()
  })

  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1024, '1 KB'],
    [1.5 * 1024 ** 3, '1.5 GB'],
    [250 * 1024 ** 3, '250 GB'],
    [1025, '1025 B'],
    [10 * 1024 ** 2, '10 MB'],
  ])('writes %p bytes so that they are read again', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
    expect(parseSize(text)).toBe(bytes)
  })
})
