import { describe, expect, it } from '@jest/globals'
import { namePattern } from './name-pattern.ts'

describe('a pattern for names', () => {
  it.each([
    ['*.jpg', ['a.jpg', 'B.JPG'], ['a.jpeg', 'jpg']],
    ['img_??.*', ['IMG_01.png'], ['img_1.png', 'img_001.png']],
    ['note', ['my Notes.txt'], ['not']],
    ['*a*b*', ['xaxbx', 'ab'], ['ba']],
    ['', [], ['a', '']],
    ['*', ['a', ''], []],
    ['?', ['é', '😀'], ['ab']],
  ])('%s', (pattern, yes, no) => {
    const isWanted = namePattern(pattern)
    expect([yes.filter((name) => !isWanted(name)), no.filter(isWanted)]).toEqual([[], []])
  })

  it('is fast even for malicious patterns', () => {
    expect(namePattern(`${'*a'.repeat(50)}b`)('a'.repeat(2000))).toBe(false)
  })
})
