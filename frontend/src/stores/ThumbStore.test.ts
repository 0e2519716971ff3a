import { describe, expect, it } from '@jest/globals'
import { makeFolderItem, makeItem, testRoot } from './test-root.ts'

const thumbsWith = (settings: object) =>
  testRoot(() => Response.json({}), {
    settings: { EnableThumbs: true, ResizePreview: true, VideoThumbs: true, ...settings },
  }).root.thumbs
const photo = makeItem('/a b/photo.jpg', {
  type: 'image',
  extension: '.jpg',
  size: 5_000_000,
  resolution: { width: 4000, height: 3000 },
})

describe('small pictures', () => {
  it('have an address that changes with the file', () => {
    const thumbs = thumbsWith({})
    const url = thumbs.urlOf(photo)
    expect(url).toMatch(/^\/api\/preview\/thumb\/a%20b\/photo\.jpg\?.*render=true.*fit=inside.*key=/)
    expect(thumbs.urlOf({ ...photo, size: 6 })).not.toBe(url)
    expect(thumbs.urlOf({ ...photo, modified: '2026-02-02T00:00:00Z' })).not.toBe(url)
  })

  it('are not asked for where there are none', () => {
    expect(thumbsWith({}).urlOf(makeFolderItem('/a'))).toBeNull()
    expect(thumbsWith({ EnableThumbs: false }).urlOf(photo)).toBeNull()
    expect(
      thumbsWith({ VideoThumbs: false }).urlOf(makeItem('/a.mp4', { type: 'video', extension: '.mp4' })),
    ).toBeNull()
    const thumbs = thumbsWith({})
    thumbs.noteBroken(thumbs.urlOf(photo) ?? '')
    expect(thumbs.urlOf(photo)).toBeNull()
  })
})

describe('a picture on the stage', () => {
  it('is small first, then as large as the screen', () => {
    const { thumb, big, original } = thumbsWith({}).sourcesOf(photo)
    expect([thumb, big?.src, original]).toEqual([
      expect.stringContaining('/preview/thumb/'),
      expect.stringContaining('/preview/big/'),
      expect.stringContaining('/api/raw/'),
    ])
  })

  it('is the file itself where that is small, moves, or previews are off', () => {
    const small = { ...photo, size: 9_000, resolution: { width: 800, height: 600 } }
    expect(thumbsWith({}).sourcesOf(small).big).toBeNull()
    expect(thumbsWith({}).sourcesOf({ ...photo, extension: '.gif' }).big).toBeNull()
    expect(thumbsWith({ ResizePreview: false }).sourcesOf(photo).big).toBeNull()
  })

  it('that browsers do not show comes as a preview, however small', () => {
    expect(
      thumbsWith({}).sourcesOf({ ...photo, extension: '.tiff', size: 9_000, resolution: { width: 80, height: 60 } }).big
        ?.src,
    ).toContain('/preview/big/')
  })

  it('has no small one before its pixels are known', () => {
    const { resolution: _unknown, ...other } = photo
    expect(thumbsWith({}).sourcesOf(other).thumb).toBeNull()
  })
})
