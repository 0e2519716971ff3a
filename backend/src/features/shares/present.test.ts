import { describe, expect, it } from '@jest/globals'
import { parseUserPath } from '../../storage/paths.ts'
import type { ShareDocument } from './model.ts'
import { hasLinkEnded, isForgotten, presentShared } from './present.ts'

const DAY_MS = 86_400_000
const link = (over: Partial<ShareDocument> = {}): ShareDocument => ({
  _id: 'h',
  userId: 1,
  kind: 'read',
  place: 'b/box',
  rev: 1,
  isFile: false,
  asked: '/box',
  expires: 0,
  password: '',
  token: '',
  created: 0,
  limit: 0,
  downloads: 0,
  guests: {},
  opened: 0,
  lastUsed: 0,
  ...over,
})

describe('the end of a link', () => {
  it('comes with its second, or with its last download', () => {
    expect([
      hasLinkEnded(link({ expires: 10 }), 9_999),
      hasLinkEnded(link({ expires: 10 }), 10_000),
      hasLinkEnded(link(), 1e15),
    ]).toEqual([false, true, false])
    expect([
      hasLinkEnded(link({ limit: 2, downloads: 1 }), 0),
      hasLinkEnded(link({ limit: 2, downloads: 2 }), 0),
    ]).toEqual([false, true])
  })

  it('is forgotten after 30 days', () => {
    expect([29, 31].map((days) => isForgotten(link({ expires: 10 }), 10_000 + days * DAY_MS))).toEqual([false, true])
    const usedUp = link({ limit: 1, downloads: 1, guests: { g: 5 * DAY_MS } })
    expect([34, 36].map((days) => isForgotten(usedUp, days * DAY_MS))).toEqual([false, true])
    expect(isForgotten(link({ limit: 2, downloads: 1 }), 1e15)).toBe(false)
  })
})

describe('what a guest sees', () => {
  const item = (path: string, over = {}) => ({
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size: 1,
    extension: '',
    modified: '2026-01-01T00:00:00.000Z',
    mode: 416,
    isDir: false as boolean,
    isSymlink: false as const,
    type: 'video' as const,
    ...over,
  })
  const folder = {
    ...item('/a/box', { isDir: true }),
    type: '' as const,
    items: [item('/a/box/f.mp4', { subtitles: ['/a/box/subs/f.srt'] })],
    numDirs: 0,
    numFiles: 1,
    sorting: { by: 'name' as const, asc: false },
  }

  it('begins at what is shared', () => {
    const shown = presentShared(folder, {
      root: parseUserPath('/a/box'),
      rootName: 'box',
      isFile: false,
      token: '',
      expires: 0,
    })
    expect(shown).toMatchObject({
      path: '/',
      name: 'box',
      sharedName: 'box',
      expire: 0,
      items: [{ path: '/f.mp4', subtitles: ['/subs/f.srt'] }],
    })
    expect(shown).not.toHaveProperty('token')
    expect(
      presentShared(folder, { root: parseUserPath('/a'), rootName: 'a', isFile: false, token: 't', expires: 5 }),
    ).toMatchObject({ path: '/box', name: 'box', token: 't', expire: 5, items: [{ path: '/box/f.mp4' }] })
    expect(JSON.stringify(shown)).not.toContain('/a')
  })

  it('has no path for a file that is shared itself', () => {
    const shown = presentShared(item('/a/f.mp4', { subtitles: ['/a/f.srt'] }), {
      root: parseUserPath('/a/f.mp4'),
      rootName: 'f.mp4',
      isFile: true,
      token: '',
      expires: 0,
    })
    expect(shown).toMatchObject({ path: '', name: 'f.mp4' })
    expect(shown).not.toHaveProperty('subtitles')
  })
})
