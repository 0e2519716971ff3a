import { afterEach, describe, expect, it } from '@jest/globals'
import type { OperationRecord } from '../../../backend/contract/operations.ts'
import { cancelWork } from './operations/cancelling.ts'
import type { RootStore } from './RootStore.ts'
import { listing, makeRecord, problem, testRoot } from './test-root.ts'

const roots: RootStore[] = []
afterEach(async () => {
  for (const { operations } of roots.splice(0)) await operations.follow(null)
})

/** A server that knows some operations. */
function setUp(records: OperationRecord[]) {
  const held = new Map(records.map((record) => [record.id, record]))
  const made = testRoot((call) => {
    if (call === 'GET /api/operations') return Response.json({ items: [...held.values()] })
    if (call.startsWith('GET /api/operations/'))
      return held.has(call.slice(20)) ? Response.json(held.get(call.slice(20))) : problem(404, 'notFound')
    return call.startsWith('DELETE') ? new Response(null, { status: 204 }) : listing('/', [])
  })
  roots.push(made.root)
  return { ...made, held, operations: made.root.operations, tray: made.root.tray }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('waiting for an operation', () => {
  it('ends when it has happened, and shows nothing of what is over in a moment', async () => {
    const { operations, tray } = setUp([makeRecord('a', { state: 'done' })])
    await operations.wait('a')
    expect([tray.works, tray.shown]).toEqual([[], []])
  })

  it('keeps the row of what was begun before the operations are followed', async () => {
    const { operations, tray, held } = setUp([])
    const work = tray.begin({ kind: 'copy', count: 1, name: 'Photos', folder: '/', isDir: true })
    const followed = operations.follow(1)
    held.set('a', makeRecord('a', { state: 'copying' }))
    void operations.wait('a', work)
    await followed
    tray.reveal(work)
    await until(() => work.record !== null)
    expect(tray.shown).toEqual([work])
    held.set('a', makeRecord('a', { state: 'done' }))
  })

  it('says why it did not', async () => {
    const { operations } = setUp([
      makeRecord('a', { state: 'failed', error: 'noRoom' }),
      makeRecord('b', { state: 'undone' }),
      makeRecord('c', { kind: 'purge', state: 'stopped' }),
    ])
    await expect(operations.wait('c')).rejects.toMatchObject({ code: 'stopped' })
    await expect(operations.wait('a')).rejects.toMatchObject({ code: 'noRoom' })
    await expect(operations.wait('b')).rejects.toMatchObject({ code: 'goneMeanwhile' })
    await expect(operations.wait('none')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('goes on while the connection is gone', async () => {
    let looks = 0
    const { root } = testRoot(() => {
      looks += 1
      if (looks < 3) throw new TypeError('no network')
      return Response.json(makeRecord('a', { state: 'done' }))
    })
    roots.push(root)
    await root.operations.wait('a')
    expect(looks).toBe(3)
  })

  it('hears of the end from a socket', async () => {
    const { operations, calls } = setUp([makeRecord('a')])
    const waiting = operations.wait('a')
    await until(() => calls.length > 1)
    operations.apply(makeRecord('a', { state: 'done' }))
    await expect(waiting).resolves.toMatchObject({ state: 'done' })
  })
})

describe('what the tray shows', () => {
  it('of a person who comes back: what is under way, and what failed; not what ended well', async () => {
    const { operations, tray } = setUp([
      makeRecord('new'),
      makeRecord('lost', { kind: 'restore', state: 'failed', error: 'unavailable' }),
      makeRecord('old', { state: 'done' }),
    ])
    await operations.follow(7)
    await until(() => tray.shown.length === 2)
    expect(tray.shown.map(({ id, state, percent }) => [id, state, percent])).toEqual([
      ['lost', 'failed', 100],
      ['new', 'running', 50],
    ])
    const [lost] = tray.shown
    expect(lost?.reason).toEqual({ key: 'error.unavailable' })
    if (lost) tray.dismiss(lost)
    await operations.refresh()
    operations.apply(makeRecord('lost', { kind: 'restore', state: 'failed', error: 'unavailable' }))
    expect(tray.shown.map(({ id }) => id)).toEqual(['new'])
  })

  it('moves with what is told, to the end', async () => {
    const { operations, held, tray } = setUp([makeRecord('a')])
    await operations.follow(7)
    await until(() => tray.running.length === 1)
    const [work] = tray.shown
    operations.apply(makeRecord('a', { itemsDone: 9, bytesDone: 900 }))
    expect([work?.percent, work?.canCancel, tray.percent]).toEqual([90, true, 90])
    operations.apply(makeRecord('a', { state: 'removing', itemsDone: 10, bytesDone: 1000 }))
    expect([work?.percent, work?.canCancel]).toEqual([100, false])
    held.set('a', makeRecord('a', { state: 'done', itemsDone: 10, bytesDone: 1000 }))
    operations.apply(makeRecord('a', { state: 'done' }))
    expect([work?.state, tray.running]).toEqual(['done', []])
    tray.clearEnded()
    expect(tray.shown).toEqual([])
  })

  it('counts several calls together, and tells how many went wrong', async () => {
    const { tray } = setUp([])
    const work = tray.begin({ kind: 'move', count: 4, name: 'a', folder: '/to', isDir: false })
    await until(() => work.isShown)
    work.finish('done')
    work.finish({ reason: { key: 'error.locked' } })
    work.note(makeRecord('x'))
    expect([work.percent, work.record, work.canCancel]).toEqual([62, null, true])
    work.finish('done')
    work.finish('done')
    tray.end(work)
    expect([work.state, work.failed, work.reason, tray.shown.length]).toEqual(['failed', 1, { key: 'error.locked' }, 1])
    tray.dismiss(work)
    expect(tray.shown).toEqual([])
  })

  it('is one row where a socket tells of it before its answer is here', async () => {
    const { operations, tray } = setUp([makeRecord('a')])
    operations.apply(makeRecord('a'))
    const work = tray.begin({ kind: 'copy', count: 1, name: 'a', folder: '/to', isDir: false })
    const waiting = operations.wait('a', work)
    await until(() => work.isShown)
    expect(tray.shown).toEqual([work])
    operations.apply(makeRecord('a', { state: 'done' }))
    await waiting
    work.finish('done')
    tray.end(work)
    expect([tray.running, work.state]).toEqual([[], 'done'])
  })

  it('has happened when a move has only to clear up, and goes on in a row of its own', async () => {
    const { operations, held, tray } = setUp([makeRecord('a', { kind: 'move' })])
    const work = tray.begin({ kind: 'move', count: 1, name: 'film.mkv', folder: '/to', isDir: false })
    held.set('a', makeRecord('a', { kind: 'move', state: 'removing', itemsDone: 0, canCancel: true }))
    await expect(operations.wait('a', work)).resolves.toMatchObject({ state: 'removing' })
    work.finish('done')
    tray.end(work)
    const [rest] = tray.works
    expect(tray.works.length).toBe(1)
    await until(() => rest?.isShown === true)
    expect([work.state, rest?.id, rest?.state, rest?.canCancel]).toEqual(['done', 'a', 'running', true])
    operations.apply(makeRecord('a', { kind: 'move', state: 'undone', error: 'noRoom' }))
    expect([rest?.state, rest?.reason, tray.shown]).toEqual(['failed', { key: 'error.noRoom' }, [rest]])
  })

  it('keeps its row while a move that took long clears up', async () => {
    const { operations, tray } = setUp([makeRecord('a', { kind: 'move', state: 'copying' })])
    const work = tray.begin({ kind: 'move', count: 1, name: 'Photos', folder: '/to', isDir: true })
    const waiting = operations.wait('a', work)
    await until(() => work.isShown)
    operations.apply(makeRecord('a', { kind: 'move', state: 'removing' }))
    await waiting
    work.finish('done')
    tray.end(work)
    expect(tray.shown.map(({ id, state }) => [id, state])).toEqual([['a', 'running']])
    operations.apply(makeRecord('a', { kind: 'move', state: 'done' }))
    expect(tray.shown.map(({ id, state }) => [id, state])).toEqual([['a', 'done']])
  })

  it('tells of an error that nobody waits for, however soon it comes', async () => {
    const { operations, tray } = setUp([])
    operations.apply(makeRecord('a', { kind: 'move', state: 'removing' }))
    operations.apply(makeRecord('a', { kind: 'move', state: 'undone', error: 'noRoom' }))
    expect(tray.shown.map(({ state, reason }) => [state, reason])).toEqual([['failed', { key: 'error.noRoom' }]])
  })

  it('is called off at the server', async () => {
    const { root, operations, calls, tray } = setUp([makeRecord('a')])
    await operations.follow(7)
    await until(() => tray.running.length === 1)
    const [work] = tray.running
    if (work) await cancelWork(root, work)
    expect([calls.includes('DELETE /api/operations/a'), work?.canCancel]).toEqual([true, false])
  })

  it('is half done where the server ends it on its way, whoever called it off', async () => {
    const { operations, held, tray } = setUp([makeRecord('a', { kind: 'restore', state: 'running', canCancel: true })])
    await operations.follow(7)
    await until(() => tray.running.length === 1)
    const [found] = tray.running
    held.set('b', makeRecord('b', { kind: 'purge', state: 'running' }))
    const own = tray.begin({ kind: 'purge', count: 2, name: 'b', folder: '', isDir: true })
    const failure = operations.wait('b', own).catch((error: unknown) => error)
    await until(() => own.isShown)
    for (const id of ['a', 'b']) {
      held.set(id, makeRecord(id, { kind: 'purge', state: 'stopped' }))
      operations.apply(makeRecord(id, { kind: 'purge', state: 'stopped' }))
    }
    expect(await failure).toMatchObject({ code: 'stopped' })
    tray.end(own)
    expect([found, own].map((work) => [work?.state, work?.isCancelled, work?.isHalfDone])).toEqual([
      ['undone', true, true],
      ['undone', true, true],
    ])
  })

  it('is empty for the next person', async () => {
    const { operations, held, tray } = setUp([makeRecord('a')])
    await operations.follow(7)
    await until(() => tray.running.length === 1)
    held.clear()
    await operations.follow(8)
    expect(tray.works).toEqual([])
  })
})
