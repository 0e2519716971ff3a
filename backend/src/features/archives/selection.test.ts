import { describe, expect, it } from '@jest/globals'
import type { UserPath } from '../../storage/paths.ts'
import { parseFormat } from './formats.ts'
import { archiveName, parseSelection } from './selection.ts'

const root = '/' as UserPath
const box = '/box' as UserPath
const nameOf = (folder: UserPath, files?: string) => archiveName(parseSelection(folder, files), 'ann')

describe('a selection', () => {
  it('of nothing is the folder itself', () => {
    expect(parseSelection(box, undefined)).toEqual({ paths: ['/box'], base: '/box', isSeveral: false })
    expect(parseSelection(box, ',')).toEqual({ paths: ['/box'], base: '/box', isSeveral: false })
    expect([nameOf(box), nameOf(root)]).toEqual(['box', 'ann'])
  })

  it('of one path begins at that path', () => {
    expect(parseSelection(root, '/box/sub')).toEqual({ paths: ['/box/sub'], base: '/box/sub', isSeveral: false })
    expect(nameOf(root, '/box/sub')).toBe('sub')
    expect(nameOf(root, '/box/sub,/box/sub/')).toBe('sub')
  })

  it('of several begins at the deepest folder that holds them', () => {
    expect(parseSelection(root, '/box/a.txt,/box/sub/deep/c.txt').base).toBe('/box')
    expect([nameOf(root, '/box/a,/box/b'), nameOf(root, '/pics,/pictures'), nameOf(box, 'a,b')]).toEqual([
      '_box',
      '_ann',
      '_box',
    ])
  })

  it('takes nothing twice', () => {
    expect(parseSelection(root, '/box,/box/a,/box/sub/b')).toEqual({ paths: ['/box'], base: '/box', isSeveral: true })
  })

  it('decodes each path by itself', () => {
    expect(parseSelection(root, 'a%2Cb,c+d,50%25').paths).toEqual(['/a,b', '/c+d', '/50%'])
  })

  it('B8: P06: names a thousand things at most, and takes no time for as many as an address holds', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}/b`)
    expect(parseSelection(box, names(1_000).join(',')).paths).toHaveLength(1_000)
    const refused = expect.objectContaining({ code: 'badRequest', message: 'more than 1000 names are selected' })
    for (const many of [names(1_001).join(','), 'a,'.repeat(8_681), ','.repeat(30_000)])
      expect(() => parseSelection(box, many)).toThrow(refused)
  })

  it.each(['../x', 'a/../../x', '%2e%2e/x', '50%', 'a%00b'])('refuses %s', (files) => {
    expect(() => parseSelection(box, files)).toThrow(expect.objectContaining({ code: 'badRequest' }))
  })
})

describe('the format', () => {
  it('is zip unless another is named', () =>
    expect([undefined, '', 'true', 'zip', 'tarxz'].map(parseFormat)).toEqual(['zip', 'zip', 'zip', 'zip', 'tarxz']))
  it.each(['rar', 'ZIP', '../../x', 'toString', 'exe'])('is not %s', (algo) =>
    expect(() => parseFormat(algo)).toThrow(expect.objectContaining({ code: 'badRequest' })),
  )
})
