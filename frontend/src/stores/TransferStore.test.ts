import { afterEach, describe, expect, it } from '@jest/globals'
import type { RootStore } from './RootStore.ts'
import type { OperationState } from '../../../backend/contract/operations.ts'
import { cancelWork } from './operations/cancelling.ts'
import { type Answer, listing, makeFolderItem, makeItem, makeRecord, problem, testRoot } from './test-root.ts'

const a = makeItem('/from/a.txt')
const b = makeItem('/from/b.txt')
const ok = () => new Response('200 OK')

// What a toast would still say after its test.
const roots: RootStore[] = []
afterEach(() => {
  for (const { toasts } of roots.splice(0)) toasts.toasts.forEach(({ id }) => toasts.dismiss(id))
})

/** A server whose `/to` holds some files; it notes the changes that it is asked for. */
function setUp(there: string[], change: Answer = ok) {
  const changes: string[] = []
  const made = testRoot((call, query, body) => {
    if (call === 'GET /api/resources/to')
      return listing(
        '/to',
        there.map((name) => makeItem(`/to/${name}`)),
      )
    if (!call.startsWith('PATCH')) return listing('/', [])
    changes.push(
      [call.slice(6), ...[...query].map(([name, value]) => `${name}=${decodeURIComponent(value)}`)].join(' '),
    )
    return change(call, query, body)
  })
  roots.push(made.root)
  return { ...made, changes }
}

describe('moving', () => {
  it('says where things went, and moves them back on demand', async () => {
    const { root, changes } = setUp([])
    await root.transfers.run({ kind: 'move', items: [a, b], destination: '/to' })
    expect(changes).toEqual([
      '/api/resources/from/a.txt action=rename destination=/to/a.txt',
      '/api/resources/from/b.txt action=rename destination=/to/b.txt',
    ])
    const [toast] = root.toasts.toasts
    expect(toast?.message).toEqual({ key: 'transfer.moved', values: { count: 2, name: 'a.txt', folder: 'to' } })
    await toast?.action?.run()
    expect(changes.slice(2)).toEqual([
      '/api/resources/to/a.txt action=rename destination=/from/a.txt',
      '/api/resources/to/b.txt action=rename destination=/from/b.txt',
    ])
  })

  it('asks about taken names before anything moves, and offers no undo for what replaced something', async () => {
    const { root, changes } = setUp(['a.txt', 'b.txt'])
    const run = root.transfers.run({ kind: 'move', items: [a, b], destination: '/to' })
    await expectDialog(root, 2, ['replace', 'skip'])
    await run
    expect(changes).toEqual(['/api/resources/from/a.txt action=rename destination=/to/a.txt override=true'])
    expect(root.toasts.toasts[0]?.action).toBeNull()
  })

  it('asks again when somebody was quicker', async () => {
    let isFirst = true
    const { root, changes } = setUp(['a.txt'], () => {
      const refused = isFirst
      isFirst = false
      return refused ? problem(409, 'conflict') : ok()
    })
    // The first look finds nothing: the name comes between the look and the move.
    const { get } = root.api.resources
    let looks = 0
    root.api.resources.get = async (path) => {
      looks += path === '/to' ? 1 : 0
      return looks === 1 && path === '/to'
        ? ((await listing('/to', []).json()) as Awaited<ReturnType<typeof get>>)
        : await get(path)
    }
    const run = root.transfers.run({ kind: 'move', items: [a], destination: '/to' })
    await expectDialog(root, 1, ['keepBoth'])
    await run
    expect(changes.at(-1)).toBe('/api/resources/from/a.txt action=rename destination=/to/a(1).txt')
  })

  it('tells what failed, and goes on with the rest', async () => {
    const { root } = setUp([], (call) => (call.endsWith('a.txt') ? problem(507, 'noRoom') : ok()))
    await root.transfers.run({ kind: 'move', items: [a, b], destination: '/to' })
    expect(root.toasts.toasts.map(({ message }) => message.key)).toEqual(['transfer.moved', 'transfer.moveFailed'])
    expect(root.toasts.toasts[1]?.message.values?.['reason']).toEqual({ key: 'error.noRoom' })
  })

  it('waits for an earlier change that is still at work there', async () => {
    let isHeld = true
    const { root, changes } = setUp([], () => {
      const refused = isHeld
      isHeld = false
      return refused ? problem(423, 'locked') : ok()
    })
    await root.transfers.run({ kind: 'move', items: [a], destination: '/to' })
    expect([changes.length, root.toasts.toasts[0]?.message.key]).toEqual([2, 'transfer.moved'])
  })

  it('refuses a folder into itself, and does nothing where things lie already', async () => {
    const { root, changes } = setUp([])
    await root.transfers.run({ kind: 'move', items: [makeFolderItem('/from')], destination: '/from/sub' })
    expect(root.toasts.toasts[0]?.message.key).toBe('transfer.intoItself')
    await root.transfers.run({ kind: 'move', items: [a], destination: '/from' })
    expect(changes).toEqual([])
    expect(root.transfers.canMoveTo([makeFolderItem('/from')], '/from')).toBe(false)
    expect(root.transfers.canMoveTo([a], '/to')).toBe(true)
  })
})

describe('copying', () => {
  it('into the own folder takes the next free name without asking', async () => {
    const { root, changes } = setUp([])
    await root.transfers.run({ kind: 'copy', items: [a], destination: '/from' })
    expect(changes).toEqual(['/api/resources/from/a.txt action=copy destination=/from/a.txt'])
  })

  it('waits for a long one to its end', async () => {
    const states = ['copying', 'done']
    const { root, calls } = testRoot((call) => {
      if (call.startsWith('PATCH'))
        return new Response(null, { status: 202, headers: { Location: '/api/operations/op1' } })
      if (call === 'GET /api/operations/op1')
        return Response.json(makeRecord('op1', { state: states.shift() as OperationState }))
      return listing(call.slice('GET /api/resources'.length), [])
    })
    roots.push(root)
    await root.transfers.run({ kind: 'copy', items: [a], destination: '/to' })
    expect(calls.filter((call) => call.includes('operations')).length).toBe(2)
    expect(root.toasts.toasts[0]?.message.key).toBe('transfer.copied')
  })
})

describe('calling it off', () => {
  it('stops what is under way and leaves the rest', async () => {
    let state: OperationState = 'copying'
    const { root, calls } = testRoot((call) => {
      if (call.startsWith('PATCH'))
        return new Response(null, { status: 202, headers: { Location: '/api/operations/op1' } })
      if (call.startsWith('DELETE')) state = 'undone'
      if (call.includes('/operations/')) return Response.json(makeRecord('op1', { state }))
      if (call.endsWith('/operations')) return Response.json({ items: [makeRecord('op1', { state })] })
      return listing(call.slice('GET /api/resources'.length), [])
    })
    roots.push(root)
    const run = root.transfers.run({ kind: 'copy', items: [a, b], destination: '/to' })
    while (root.tray.shown.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const [work] = root.tray.shown
    expect(work?.start).toMatchObject({ kind: 'copy', count: 2, name: 'a.txt', folder: '/to' })
    if (work) await cancelWork(root, work)
    await run
    expect(calls.filter((call) => call.startsWith('PATCH'))).toEqual(['PATCH /api/resources/from/a.txt'])
    expect(calls).toContain('DELETE /api/operations/op1')
    expect([root.toasts.toasts, work?.state]).toEqual([[], 'undone'])
  })
})

async function expectDialog(
  root: ReturnType<typeof setUp>['root'],
  conflicts: number,
  answer: ('skip' | 'keepBoth' | 'replace')[],
): Promise<void> {
  while (root.ui.dialogs.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const [dialog] = root.ui.dialogs
  expect(dialog?.name).toBe('conflict')
  expect(dialog?.props).toMatchObject({ conflicts: Array.from({ length: conflicts }, () => expect.anything()) })
  dialog?.close(answer)
}
