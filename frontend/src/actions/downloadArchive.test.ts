import { describe, expect, it } from '@jest/globals'
import { listing, makeFolderItem, makeItem, testRoot } from '../stores/test-root.ts'
import { archiveUrl } from './downloadArchive.ts'

const items = [makeItem('/box/a,b.txt'), makeItem('/box/50% + ñ.txt'), makeFolderItem('/box/sub')]
async function inBox() {
  const { root } = testRoot((call) => (call === 'GET /api/resources/box' ? listing('/box', items) : Response.json({})))
  await root.listing.open('/box', true)
  return root
}

describe('the address of an archive', () => {
  it('names a folder by its path', async () => {
    const root = await inBox()
    expect(archiveUrl(root, [makeFolderItem('/box/sub')])).toBe('/api/raw/box/sub?algo=zip')
  })

  it('names each of several by itself, so that a comma or a plus in a name stays one', async () => {
    const root = await inBox()
    const url = new URL(archiveUrl(root, items.slice(0, 2)) ?? '', 'http://nido.test')
    expect([url.pathname, url.searchParams.get('algo')]).toEqual(['/api/raw/box', 'zip'])
    expect(url.searchParams.get('files')?.split(',').map(decodeURIComponent)).toEqual(['a,b.txt', '50% + ñ.txt'])
  })

  it('B8: is none for more names than the server takes', async () => {
    const root = await inBox()
    const many = (count: number) => Array.from({ length: count }, (_, index) => makeItem(`/box/${index}`))
    expect([archiveUrl(root, many(1_000)) === null, archiveUrl(root, many(1_001))]).toEqual([false, null])
  })

  it('names nothing where all of a folder is wanted, and keeps the format', async () => {
    const root = await inBox()
    root.ui.setArchiveFormat('tarxz')
    expect(archiveUrl(root, items)).toBe('/api/raw/box?algo=tarxz')
  })
})
