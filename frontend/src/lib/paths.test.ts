import { describe, expect, it } from '@jest/globals'
import {
  childOf,
  filesUrl,
  isAtOrBelow,
  nameOf,
  parentOf,
  pathOfUrl,
  placeOfGuestUrl,
  placeOfTrashUrl,
  splitName,
  trashUrl,
} from './paths.ts'
import { archiveOfUrl, archivePageUrl, itemUrl } from './item-paths.ts'

describe('paths', () => {
  it('names and parents', () => {
    expect(nameOf('/a/b.txt')).toBe('b.txt')
    expect(parentOf('/a/b.txt')).toBe('/a')
    expect(parentOf('/a')).toBe('/')
    expect(childOf('/', 'a')).toBe('/a')
    expect(childOf('/a', 'b')).toBe('/a/b')
  })

  it('compares on whole segments', () => {
    expect(isAtOrBelow('/secret/x', '/secret')).toBe(true)
    expect(isAtOrBelow('/secretary', '/secret')).toBe(false)
    expect(isAtOrBelow('/a', '/')).toBe(true)
  })

  it('writes and reads addresses, whatever a name holds', () => {
    const path = '/100% done/a#b?c/ñ+.txt'
    expect(pathOfUrl(filesUrl(path, false))).toEqual({ path, isDir: false })
    expect(pathOfUrl(filesUrl('/100% done', true))).toEqual({ path: '/100% done', isDir: true })
    expect(filesUrl('/', true)).toBe('/files/')
    expect(pathOfUrl('/files')).toEqual({ path: '/', isDir: true })
    expect(pathOfUrl('/files/50%')).toEqual({ path: '/50%', isDir: false })
  })

  it('an archive opens like a folder, and the address includes what is open in it', () => {
    const path = '/a b/100% done.zip'
    expect(itemUrl({ path, isDir: false })).toBe('/archive/a%20b/100%25%20done.zip')
    expect(itemUrl({ path, isDir: true })).toBe(filesUrl(path, true))
    expect(archiveOfUrl(archivePageUrl(path))).toBe(path)
    expect(archivePageUrl(path, { folder: 'x/y', file: '' })).toBe('/archive/a%20b/100%25%20done.zip?folder=x%2Fy')
  })

  it('cuts a name before its ending', () => {
    expect(splitName('a.tar.gz', false)).toEqual(['a.tar', '.gz'])
    expect(splitName('.bashrc', false)).toEqual(['.bashrc', ''])
    expect(splitName('photos.2026', true)).toEqual(['photos.2026', ''])
    expect(splitName('a. sentence that goes on', false)).toEqual(['a. sentence that goes on', ''])
  })
})

describe('addresses of links', () => {
  it('name a hash and a path, also where a slash came encoded', () => {
    expect(placeOfGuestUrl('/share/abc')).toEqual({ hash: 'abc', path: '/' })
    for (const slash of ['/', '%2F', '%2f']) {
      expect(placeOfGuestUrl(`/share/abc${slash}sub/b%20%231.txt`)).toEqual({ hash: 'abc', path: '/sub/b #1.txt' })
    }
  })
})

describe('addresses of the trash', () => {
  it.each([
    ['/trash', { id: null, below: '/' }],
    ['/trash/', { id: null, below: '/' }],
    ['/trash/abc/', { id: 'abc', below: '/' }],
    ['/trash/abc/a%20b/c/', { id: 'abc', below: '/a b/c' }],
  ])('%s', (pathname, place) => expect(placeOfTrashUrl(pathname)).toEqual(place))

  it('lead back to the same place', () => {
    expect(trashUrl('abc')).toBe('/trash/abc/')
    expect(placeOfTrashUrl(trashUrl('abc', '/50 %/ü'))).toEqual({ id: 'abc', below: '/50 %/ü' })
  })
})
