import { describe, expect, it } from '@jest/globals'
import { openableFormatOf } from '../../../backend/contract/archives.ts'
import { isArchiveName } from './archive-name.ts'

describe('the name of an archive', () => {
  it.each([
    ['a.zip', true],
    ['A.ZIP', true],
    ['a.7z', true],
    ['a.tar', true],
    ['a.tar.gz', true],
    ['a.tgz', true],
    ['a.tar.bz2', true],
    ['a.tbz', true],
    ['a.tbz2', true],
    ['a.tar.xz', true],
    ['a.txz', true],
    ['a.tar.zst', true],
    ['a.tzst', true],
    ['a.tar.br', true],
    ['a.tar.sz', true],
    ['a.tar.lz4', true],
    ['a.gz', false],
    ['zip', false],
    ['a.zip.txt', false],
    ['a.rar', false],
  ])('%s: %s, as on the server', (name, isArchive) => {
    expect(isArchiveName(name)).toBe(isArchive)
    expect(openableFormatOf(name) !== null).toBe(isArchive)
  })
})
