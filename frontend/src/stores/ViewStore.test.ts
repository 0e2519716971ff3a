import { describe, expect, it } from '@jest/globals'
import type { FolderView } from '../../../backend/contract/folder-views.ts'
import { listing, testRoot } from './test-root.ts'

const VIEW: FolderView = {
  mode: 'mosaic',
  tile: 320,
  group: 'kind',
  sorting: { by: 'size', asc: true },
  foldersFirst: false,
}

describe('the view of a folder', () => {
  it('is known with the first folder: its own view, or the usual one', async () => {
    const { root } = testRoot((call) => listing(call.endsWith('/q') ? '/q' : '/p', []), {
      views: [{ path: '/p', view: VIEW }],
    })
    await root.listing.open('/p', true)
    expect(root.views.current).toEqual(VIEW)
    await root.listing.open('/q', true)
    expect(root.views.current).toMatchObject({ mode: 'list', group: 'none', foldersFirst: true })
  })

  it('changes for one folder only, and needs no request', async () => {
    const { root, calls } = testRoot((call) => listing(call.endsWith('/q') ? '/q' : '/p', []))
    await root.listing.open('/p', true)
    root.views.toggleMode()
    root.views.resizeTiles(4000)
    expect(root.views.current).toMatchObject({ mode: 'mosaic', tile: 520 })
    expect(calls).toEqual(['GET /api/resources/p'])
    await root.listing.open('/q', true)
    expect(root.views.mode).toBe('list')
  })

  it('is forgotten when another person signs in', async () => {
    const { root } = testRoot(() => listing('/p', []), { views: [{ path: '/p', view: VIEW }] })
    await root.listing.open('/p', true)
    root.forget()
    expect(root.views.own).toBeNull()
  })
})
