import { describe, expect, it } from '@jest/globals'
import {
  below,
  folderAround,
  isAtOrBelow,
  locate,
  numberedPath,
  overlap,
  parseUrlPath,
  parseUserPath,
  pathBelow,
  pathText,
  placeOfScope,
  userPathOf,
} from './paths.ts'

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'nothing'
}

describe('a path from a URL', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//a///b/', '/a/b'],
    ['/a/./b', '/a/b'],
    ['/a/x/../b', '/a/b'],
    ['/a%20b', '/a b'],
    ['/a%2Fb', '/a/b'],
    ['/100%25', '/100%'],
    ['/a%2520b', '/a%20b'],
    ['/back%5Cslash', '/back\\slash'],
    ['/...', '/...'],
    ['/..a', '/..a'],
  ])('%s is %s', (encoded, path) => expect(parseUrlPath(encoded)).toBe(path))

  it.each([
    ['one that leaves the root', '/../x'],
    ['one that leaves it on the way', '/a/../../a'],
    ['encoded dots', '/%2e%2e/x'],
    ['dots behind backslashes', '/..%5c..%5cx'],
    ['dots with spaces', '/a/.. /x'],
    ['NUL', '/a%00'],
    ['a line break', '/a%0Ab'],
    ['broken UTF-8', '/%ff'],
    ['a lone surrogate', '/%ED%A0%80.txt'],
    ['no escape at all', '/%zz'],
    ['a segment of 256 bytes', `/${'n'.repeat(256)}`],
  ])('refuses %s', (_what, encoded) => expect(codeOf(() => parseUrlPath(encoded))).toBe('badRequest'))

  it('keeps names byte for byte, whatever their normal form', () => {
    expect(parseUrlPath('/e%CC%81')).toBe('/e\u0301')
    expect(parseUrlPath('/%C3%A9')).toBe('/\u00e9')
  })
})

describe('where a scope lives', () => {
  const bucketOf = (scope: string) => placeOfScope('nido-', scope).bucket

  it('is a bucket by its first segment and a path by the rest', () => {
    expect(pathText(placeOfScope('nido-', '/ann'))).toBe('nido-ann')
    expect(pathText(placeOfScope('nido-', '/ann/photos/2026'))).toBe('nido-ann/photos/2026')
  })

  it.each(['', '.', '/', '/.'])('is the home bucket for %j', (scope) =>
    expect(pathText(placeOfScope('nido-', scope))).toBe('nido-home'),
  )

  it('is never a bucket of the house', () => {
    for (const name of ['home', 'shared', 'system', 'Home', 'SHARED', 'System']) {
      expect(bucketOf(`/${name}`)).toMatch(/^nido-(home|shared|system)-[0-9a-f]{10}$/)
    }
  })

  it('is one bucket a name, also where names shorten alike', () => {
    const names = [
      'ann',
      'Ann',
      'ANN',
      'än',
      'a n',
      'a-n',
      'a_n',
      'a.n',
      'a..n',
      '-an',
      'an-',
      'n'.repeat(64),
      `${'n'.repeat(64)}x`,
      '文件',
      '夹',
    ]
    expect(new Set(names.map((name) => bucketOf(`/${name}`))).size).toBe(names.length)
    for (const name of names) expect(bucketOf(`/${name}`)).toMatch(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
  })

  it('cannot be picked by naming oneself like a hashed one', () => {
    const hashed = bucketOf('/Ann').slice('nido-'.length)
    expect(bucketOf(`/${hashed}`)).not.toBe(bucketOf('/Ann'))
  })
})

describe('where a path of a person lies', () => {
  const mounts = { scope: placeOfScope('nido-', '/ann/docs'), sharedFolder: 'Shared', sharedBucket: 'nido-shared' }
  const at = (path: string) => pathText(locate(mounts, parseUserPath(path)))

  it('is below the scope', () => {
    expect(at('/')).toBe('nido-ann/docs')
    expect(at('/a/b.txt')).toBe('nido-ann/docs/a/b.txt')
  })

  it('is the shared bucket below the shared folder, on whole segments', () => {
    expect(at('/Shared')).toBe('nido-shared')
    expect(at('/Shared/x')).toBe('nido-shared/x')
    expect(at('/Shared2/x')).toBe('nido-ann/docs/Shared2/x')
    expect(at('/a/Shared/x')).toBe('nido-ann/docs/a/Shared/x')
  })

  it('is found back from the place', () => {
    for (const path of ['/', '/a/b.txt', '/Shared', '/Shared/x'])
      expect(userPathOf(mounts, locate(mounts, parseUserPath(path)))).toBe(path)
    expect(userPathOf(mounts, placeOfScope('nido-', '/ann'))).toBeNull()
    expect(userPathOf(mounts, placeOfScope('nido-', '/ann/docs2'))).toBeNull()
    expect(userPathOf(mounts, placeOfScope('nido-', '/bob'))).toBeNull()
  })

  it('has no shared folder where its name is empty', () => {
    expect(pathText(locate({ ...mounts, sharedFolder: '' }, parseUserPath('/Shared')))).toBe('nido-ann/docs/Shared')
  })

  it('refuses a key over 1,024 bytes', () => {
    const deep = Array.from({ length: 8 }, () => 'n'.repeat(200)).join('/')
    expect(codeOf(() => locate(mounts, parseUserPath(`/${deep}`)))).toBe('badRequest')
  })
})

describe('paths beside each other', () => {
  it('overlap on whole segments alone', () => {
    expect(overlap('b/doc', 'b/doc/x')).toBe(true)
    expect(overlap('b/doc/x', 'b/doc')).toBe(true)
    expect(overlap('b/doc', 'b/doc2')).toBe(false)
    expect(isAtOrBelow(parseUserPath('/doc.txt'), parseUserPath('/doc'))).toBe(false)
  })

  it('have a folder around them', () => {
    const root = placeOfScope('nido-', '/ann')
    expect(folderAround(root)).toBeNull()
    expect(folderAround(below(root, 'a'))?.path).toBe('')
    expect(folderAround(below(root, 'a/b/c'))?.path).toBe('a/b')
  })
})

describe('what another tool put below a folder', () => {
  it.each([
    ['b/c', '/a/b/c'],
    ['b/../c', null],
    ['../c', null],
    ['b//c', null],
    ['/b', null],
    ['b\n', null],
    ['n'.repeat(256), null],
  ])('with the key %j is %s', (relative, wanted) => expect(pathBelow(parseUserPath('/a'), relative)).toBe(wanted))
  it('lies in the root, too', () => expect(pathBelow(parseUserPath('/'), 'b')).toBe('/b'))
})

describe('the next free name', () => {
  it.each([
    ['/a/name.ext', '/a/name(1).ext'],
    ['/t.tar.gz', '/t.tar(1).gz'],
    ['/dir.d', '/dir(1).d'],
    ['/.dot', '/(1).dot'],
    ['/plain', '/plain(1)'],
    ['/a.b/plain', '/a.b/plain(1)'],
    ['/a(1)/lake(1).jpg', '/a(1)/lake(2).jpg'],
    [`/${'n'.repeat(251)}.txt`, `/${'n'.repeat(248)}(1).txt`],
  ])('of %s is %s', (path, wanted) => expect(numberedPath(parseUserPath(path), 1)).toBe(wanted))
})
