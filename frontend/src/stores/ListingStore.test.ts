import { describe, expect, it } from '@jest/globals'
import { listing, makeFolderItem, makeItem, problem, testRoot } from './test-root.ts'

const photos = [makeItem('/p/b.jpg', { size: 5 }), makeItem('/p/a.jpg', { size: 9 }), makeFolderItem('/p/new')]

describe('opening', () => {
  it('a folder shows it in the order of the person', async () => {
    const { root } = testRoot(() => listing('/p', photos, { by: 'size', asc: false }))
    expect(await root.listing.open('/p', true)).toBe(true)
    expect(root.listing.sorted.map(({ name }) => name)).toEqual(['new', 'a.jpg', 'b.jpg'])
    expect([root.listing.numDirs, root.listing.numFiles, root.listing.size]).toEqual([1, 2, 14])
  })

  it('a long folder shows the same, and stays the same when it is fetched again', async () => {
    const many = Array.from({ length: 5_001 }, (_, at) =>
      makeItem(`/p/${at}.jpg`, { size: at, extension: '.jpg', modified: '2026-01-01T00:00:00.000Z', type: 'image' }),
    )
    const { root } = testRoot(() => listing('/p', many))
    await root.listing.open('/p', true)
    const { path, size, extension, modified, type } = root.listing.find('4000.jpg') ?? makeItem('/none')
    expect({ path, size, extension, modified, type }).toEqual({
      path: '/p/4000.jpg',
      size: 4000,
      extension: '.jpg',
      modified: '2026-01-01T00:00:00.000Z',
      type: 'image',
    })
    const before = root.listing.sorted
    await root.listing.refresh()
    expect(root.listing.sorted).toBe(before)
  })

  it('a file by its address shows its folder below it', async () => {
    const { root, calls } = testRoot((call) =>
      call.endsWith('a.jpg') ? Response.json(makeItem('/p/a.jpg')) : listing('/p', photos),
    )
    expect(await root.listing.open('/p/a.jpg', false)).toBe(false)
    expect(root.listing.file).toBe('/p/a.jpg')
    expect(root.listing.folder).toBe('/p')
    expect(calls).toEqual(['GET /api/resources/p/a.jpg', 'GET /api/resources/p'])
  })

  it('a file of the folder that is shown fetches nothing and keeps the selection', async () => {
    const { root, calls } = testRoot(() => listing('/p', photos))
    await root.listing.open('/p', true)
    root.selection.pickOnly('b.jpg')
    await root.listing.open('/p/a.jpg', false)
    expect(calls.length).toBe(1)
    expect([...root.selection.names]).toEqual(['b.jpg'])
  })

  it('an address again while it is being fetched asks once, and later asks again', async () => {
    const { root, calls } = testRoot(() => listing('/p', photos))
    expect(await Promise.all([root.listing.open('/p', true), root.listing.open('/p', true)])).toEqual([true, true])
    expect(calls).toEqual(['GET /api/resources/p'])
    root.listing.leave()
    expect(await root.listing.open('/p', true)).toBe(true)
    expect(calls).toHaveLength(2)
  })

  it('what is not there says so, and an answer for another path is an error', async () => {
    const { root } = testRoot((call) => (call.endsWith('gone') ? problem(404, 'notFound') : listing('/other', [])))
    expect(await root.listing.open('/gone', true)).toBeNull()
    expect(root.listing.error?.code).toBe('notFound')
    await root.listing.open('/p', true)
    expect(root.listing.error?.message).toBe('Data Mismatch!')
  })

  it('passes over an answer that comes after the next folder was opened', async () => {
    const late = Promise.withResolvers<Response>()
    const { root } = testRoot((call) => (call.endsWith('slow') ? late.promise : listing('/p', photos)))
    const first = root.listing.open('/slow', true)
    await root.listing.open('/p', true)
    late.resolve(listing('/slow', []))
    expect(await first).toBeNull()
    expect(root.listing.folder).toBe('/p')
  })
})

describe('without a connection', () => {
  it('a folder is shown as it was last seen until it can be fetched', async () => {
    let isGone = false
    const { root } = testRoot((call) => {
      if (isGone) return Promise.reject(new TypeError('no network'))
      return call.endsWith('/q') ? listing('/q', []) : listing('/p', photos)
    })
    await root.listing.open('/p', true)
    await root.listing.open('/q', true)
    isGone = true
    expect(await root.listing.open('/p', true)).toBe(true)
    expect([root.listing.state, root.listing.items.length, typeof root.listing.keptAt]).toEqual(['ready', 3, 'number'])
    await root.listing.open('/never-seen', true)
    expect(root.listing.error?.code).toBe('network')
    isGone = false
    await root.listing.open('/p', true)
    expect(root.listing.keptAt).toBeNull()
  })
})

describe('looking again', () => {
  it('keeps what is selected and lets go of what went', async () => {
    let items = photos
    const { root } = testRoot(() => listing('/p', items))
    await root.listing.open('/p', true)
    root.selection.pickAll()
    items = photos.slice(1)
    await root.listing.refresh()
    expect([...root.selection.names].toSorted()).toEqual(['a.jpg', 'new'])
  })

  it('leaves the screen as it is while the connection is gone', async () => {
    let isGone = false
    const { root } = testRoot(() => (isGone ? Promise.reject(new TypeError('no network')) : listing('/p', photos)))
    await root.listing.open('/p', true)
    isGone = true
    await root.listing.refresh()
    expect([root.listing.state, root.listing.items.length]).toEqual(['ready', 3])
  })

  it('does not take the folder of a file that is missing for the file; one that comes back is shown', async () => {
    let isThere = false
    const { root } = testRoot((call) =>
      !call.endsWith('a.jpg')
        ? listing('/p', photos)
        : isThere
          ? Response.json(makeItem('/p/a.jpg'))
          : problem(404, 'notFound'),
    )
    await root.listing.open('/p/a.jpg', false)
    await root.listing.refresh()
    expect([root.listing.state, root.listing.error?.code]).toEqual(['failed', 'notFound'])
    await root.listing.retry()
    expect([root.listing.state, root.listing.error?.code]).toEqual(['failed', 'notFound'])
    isThere = true
    await root.listing.refresh()
    expect([root.listing.state, root.listing.file, root.listing.items.length]).toEqual(['ready', '/p/a.jpg', 3])
  })

  it('tells that the folder has gone', async () => {
    let isGone = false
    const { root } = testRoot(() => (isGone ? problem(404, 'notFound') : listing('/p', photos)))
    await root.listing.open('/p', true)
    isGone = true
    await root.listing.refresh()
    expect(root.listing.error?.code).toBe('notFound')
  })
})

describe('sorting', () => {
  it('needs no request, and is stored for the folder', async () => {
    const { root, calls } = testRoot((call) =>
      call.endsWith('/q') ? listing('/q', []) : listing('/p', photos, { by: 'modified', asc: true }),
    )
    await root.listing.open('/p', true)
    expect(root.listing.sorting).toEqual({ by: 'modified', asc: true })
    root.listing.sortBy('size')
    expect(root.listing.sorted[1]?.name).toBe('a.jpg')
    expect(calls).toEqual(['GET /api/resources/p'])
    await root.listing.open('/q', true)
    expect(root.listing.sorting.by).toBe('name')
    await root.listing.open('/p', true)
    expect(root.listing.sorting).toEqual({ by: 'size', asc: false })
  })
})

describe('what is being deleted', () => {
  const three = [makeItem('/p/a'), makeItem('/p/b'), makeItem('/p/c')]
  const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)

  it('is not shown meanwhile, and again where it is not gone, without a word of the server', async () => {
    const { root, calls } = testRoot(() => listing('/p', three))
    await root.listing.open('/p', true)
    root.listing.hide(['/p/a', '/p/b'])
    expect(namesOf(root.listing.items)).toEqual(['c'])
    await root.listing.refresh()
    expect(namesOf(root.listing.items)).toEqual(['c'])
    root.listing.unhide(['/p/a', '/p/b'], ['/p/a'])
    expect(namesOf(root.listing.items)).toEqual(['b', 'c'])
    expect(calls).toHaveLength(2)
  })

  it('is nothing of another folder', async () => {
    const { root } = testRoot((call) =>
      call.endsWith('/q') ? listing('/q', [makeItem('/q/d')]) : listing('/p', three),
    )
    await root.listing.open('/p', true)
    root.listing.hide(['/p/a'])
    await root.listing.open('/q', true)
    root.listing.unhide(['/p/a'], [])
    expect(namesOf(root.listing.items)).toEqual(['d'])
  })
})
