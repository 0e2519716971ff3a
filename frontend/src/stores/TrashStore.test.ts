import { afterEach, describe, expect, it } from '@jest/globals'
import type { TrashNote } from '../../../backend/contract/trash.ts'
import type { RootStore } from './RootStore.ts'
import { type Answer, listing, makeFolderItem, makeItem, problem, testRoot } from './test-root.ts'
import { restoresOf } from './RestoreStore.ts'
import { trashOf } from './TrashStore.ts'

// What a toast would still say after its test.
const roots: RootStore[] = []
afterEach(() => {
  for (const { toasts } of roots.splice(0)) toasts.toasts.forEach(({ id }) => toasts.dismiss(id))
})

const makeNote = (id: string, path: string, over: Partial<TrashNote> = {}): TrashNote => ({
  id,
  path,
  kind: 'delete',
  isDir: false,
  things: 1,
  names: [path.slice(path.lastIndexOf('/') + 1)],
  count: 1,
  bytes: 5,
  when: '2026-11-20T10:00:00Z',
  who: 'ann',
  expires: '2026-12-20T10:00:00Z',
  pending: false,
  ...over,
})

interface Call {
  call: string
  body: unknown
}

/**
 * A server with two notes, of a folder and of a file; a file lies in `/to` already. It notes the calls that change
 * something.
 */
function setUp(answer: (call: string) => Response | null = () => null) {
  const held = {
    notes: [makeNote('trip', '/Photos/Trip', { isDir: true, count: 3, bytes: 30 }), makeNote('list', '/list.txt')],
    inside: ['/a.txt', '/b.txt'],
  }
  const changes: Call[] = []
  const server: Answer = (call, _query, body) => {
    if (!call.startsWith('GET')) changes.push({ call, body })
    const own = answer(call)
    if (own) return own
    if (call === 'GET /api/trash') return Response.json({ items: held.notes, cursor: null })
    if (call.startsWith('GET /api/trash/')) {
      return held.notes.some(({ id }) => call === `GET /api/trash/${id}`)
        ? listing('/', [makeFolderItem('/sub'), ...held.inside.map((path) => makeItem(path, { size: 10 }))])
        : problem(404, 'notFound')
    }
    if (call.startsWith('GET /api/resources/to')) return listing('/to', [makeItem('/to/list.txt')])
    if (call.startsWith('GET /api/usage')) return Response.json({ used: 0, total: 0 })
    return call.endsWith('/restore') ? Response.json({ left: 0 }) : new Response('200 OK')
  }
  const made = testRoot(server)
  roots.push(made.root)
  return { ...made, held, changes, names: () => trashOf(made.root).sorted.map(({ name }) => name) }
}

describe('the trash', () => {
  it('lists what was deleted, as actions', async () => {
    const { root, names } = setUp()
    await trashOf(root).open(null, '/')
    expect(names()).toEqual(['Trip', 'list.txt'])
    expect(trashOf(root).size).toBe(35)
  })

  it('shows what lies in an action, folders first, and where it was', async () => {
    const { root, names } = setUp()
    await trashOf(root).open('trip', '/')
    expect(names()).toEqual(['sub', 'a.txt', 'b.txt'])
    expect(trashOf(root).sorted[1]?.path).toBe('/Photos/Trip/a.txt')
  })

  it('says of a file that was deleted by itself that there is nothing to look into', async () => {
    const { root } = setUp((call) => (call === 'GET /api/trash/list' ? Response.json(makeItem('/')) : null))
    expect(await trashOf(root).open('list', '/')).toBe(false)
  })

  it('has all pages there before everything is brought back or ended', async () => {
    const pages = [['one', 'two'], ['three'], ['four']]
    let asked = 0
    const { root, names } = setUp((call) => {
      if (call !== 'GET /api/trash') return null
      const items = (pages[asked] ?? []).map((name) => makeNote(name, `/${name}.txt`))
      asked += 1
      return Response.json({ items, cursor: asked < pages.length ? String(asked) : null })
    })
    await trashOf(root).open(null, '/')
    expect([names().length, trashOf(root).cursor]).toEqual([2, '1'])
    await trashOf(root).showAll()
    expect([names().length, trashOf(root).cursor]).toEqual([4, null])
  })

  it('shows more although the list is fetched again meanwhile', async () => {
    const asked = Promise.withResolvers<void>()
    const { root } = testRoot(async (call, query) => {
      if (call !== 'GET /api/trash') return problem(404, 'notFound')
      const from = Number(query.get('cursor') ?? 0)
      if (isSlow) await asked.promise
      return Response.json({
        items: [makeNote(`n${from}`, `/${from}.txt`)],
        cursor: from < 2 ? String(from + 1) : null,
      })
    })
    let isSlow = false
    const trash = trashOf(root)
    await trash.open(null, '/')
    expect(trash.sorted.length).toBe(1)
    isSlow = true
    const calls = [trash.refresh(), trash.showMore()]
    asked.resolve()
    await Promise.all(calls)
    expect(trash.sorted.length).toBe(2)
    isSlow = false
    await trash.refresh()
    expect(trash.sorted.length).toBe(2)
  })

  it('keeps what is on the screen while the connection is gone', async () => {
    const broken = { is: false }
    const { root, names } = setUp(() => (broken.is ? problem(503, 'unavailable') : null))
    await trashOf(root).open(null, '/')
    broken.is = true
    await trashOf(root).refresh()
    expect([trashOf(root).state, ...names()]).toEqual(['ready', 'Trip', 'list.txt'])
  })

  it('asks nothing of a storage that keeps no versions', async () => {
    const { root, calls } = testRoot(() => problem(404, 'notFound'), { settings: { RetentionDays: -1 } })
    await trashOf(root).open(null, '/')
    expect([trashOf(root).state, root.keepsVersions, ...calls]).toEqual(['ready', false])
  })
})

describe('bringing back', () => {
  it('makes one call an action, and offers the folder', async () => {
    const { root, changes, navigated } = setUp()
    await trashOf(root).open(null, '/')
    await restoresOf(root).run(trashOf(root).sorted)
    expect(changes).toEqual([
      { call: 'POST /api/trash/trip/restore', body: {} },
      { call: 'POST /api/trash/list/restore', body: {} },
    ])
    const [toast] = root.toasts.toasts
    expect(toast?.message).toEqual({ key: 'trash.restored', values: { count: 2, name: 'Trip', folder: 'Photos' } })
    await toast?.action?.run()
    expect(navigated).toEqual(['/files/Photos/'])
  })

  it('names what it wants of an action, and leaves it when nothing is left', async () => {
    const { root, changes, held, navigated } = setUp((call) => {
      if (call.startsWith('POST')) held.notes = held.notes.slice(1)
      return null
    })
    await trashOf(root).open('trip', '/')
    await restoresOf(root).run(trashOf(root).sorted)
    expect(changes).toEqual([{ call: 'POST /api/trash/trip/restore', body: { paths: ['sub', 'a.txt', 'b.txt'] } }])
    expect(navigated).toEqual(['/trash'])
  })

  it('shows the row again and offers another folder where a folder has taken its place', async () => {
    const { root, names } = setUp((call) => (call.startsWith('POST') ? problem(409, 'isFolder') : null))
    await trashOf(root).open(null, '/')
    await restoresOf(root).run(trashOf(root).sorted.slice(1))
    expect(names()).toEqual(['Trip', 'list.txt'])
    const [toast] = root.toasts.toasts
    expect([toast?.kind, toast?.message.key, toast?.action?.label]).toEqual([
      'bad',
      'trash.restoreFailed',
      'trash.restoreTo',
    ])
  })

  it('offers another folder for what was deleted where something newer has its place', async () => {
    const { root } = setUp((call) => (call.startsWith('POST') ? problem(409, 'conflict') : null))
    await trashOf(root).open(null, '/')
    await restoresOf(root).run(trashOf(root).sorted.slice(1))
    const [toast] = root.toasts.toasts
    expect([toast?.message.key, toast?.action?.label]).toEqual(['trash.restoreFailed', 'trash.restoreTo'])
  })

  it('asks where, and what to do with names that are taken there', async () => {
    const { root, changes, names } = setUp()
    await trashOf(root).open(null, '/')
    const done = restoresOf(root).runElsewhere(trashOf(root).sorted)
    root.ui.dialogs[0]?.close('/to')
    while (root.ui.dialogs[0]?.name !== 'conflict') await new Promise((resolve) => setTimeout(resolve))
    root.ui.dialogs[0].close(['keepBoth'])
    await done
    expect(changes).toEqual([
      { call: 'POST /api/trash/trip/restore', body: { to: '/to', conflict: 'fail' } },
      { call: 'POST /api/trash/list/restore', body: { to: '/to', conflict: 'rename' } },
    ])
    // Copies went: what was deleted is still in the trash.
    expect(names()).toEqual(['Trip', 'list.txt'])
  })

  it('keeps both of two that have one name, without asking', async () => {
    const { root, changes, held } = setUp()
    held.notes = [makeNote('new', '/a/x.txt'), makeNote('old', '/b/x.txt')]
    await trashOf(root).open(null, '/')
    const done = restoresOf(root).runElsewhere(trashOf(root).sorted)
    root.ui.dialogs[0]?.close('/to')
    await done
    expect(changes).toEqual([
      { call: 'POST /api/trash/new/restore', body: { to: '/to', conflict: 'fail' } },
      { call: 'POST /api/trash/old/restore', body: { to: '/to', conflict: 'rename' } },
    ])
  })
})
