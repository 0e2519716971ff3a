import { describe, expect, it } from '@jest/globals'
import { ApiError } from '../api/http.ts'
import { ToastStore } from './ToastStore.ts'

/** A store with this many changes that can be undone, and the numbers of those that were undone. */
function setUp(changes: number) {
  const toasts = new ToastStore()
  const undone: number[] = []
  for (let change = 1; change <= changes; change += 1)
    toasts.undoable(
      { key: 'dialog.rename.done', values: { name: String(change) } },
      { run: async () => void undone.push(change), after: async () => undefined },
    )
  return { toasts, undone, leave: () => toasts.forget() }
}

describe('what can be undone', () => {
  it('waits for a change that shows already before it undoes the last one', async () => {
    const toasts = new ToastStore()
    const undone: string[] = []
    const undoOf = (name: string) => ({ run: async () => void undone.push(name), after: async () => undefined })
    toasts.undoable({ key: 'toast.undone' }, undoOf('earlier'))
    const { promise, resolve } = Promise.withResolvers<void>()
    const change = toasts.during(promise.then(() => void toasts.undoable({ key: 'toast.undone' }, undoOf('last'))))
    const undoing = toasts.undoLast()
    expect(undone).toEqual([])
    resolve()
    await Promise.all([change, undoing])
    expect(undone).toEqual(['last'])
  })

  it('is undone step by step, even after its toast has gone, 50 steps at most', async () => {
    const { toasts, undone, leave } = setUp(60)
    toasts.toasts.forEach(({ id }) => toasts.dismiss(id))
    for (let step = 0; step < 60; step += 1) await toasts.undoLast()
    expect(undone).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index))
    leave()
  })

  it('is undone only once, by its toast or by the keyboard', async () => {
    const { toasts, undone, leave } = setUp(2)
    const [newest] = toasts.toasts
    await newest?.action?.run()
    await newest?.action?.run()
    await toasts.undoLast()
    expect(undone).toEqual([2, 1])
    leave()
  })

  it('says so if somebody has changed it since', async () => {
    const { toasts, leave } = setUp(0)
    toasts.undoable(
      { key: 'dialog.rename.done', values: { name: 'a' } },
      {
        run: () => Promise.reject(new ApiError(404, 'notFound', 'gone')),
        after: async () => undefined,
      },
    )
    await toasts.undoLast()
    expect(toasts.toasts.map(({ kind, message }) => [kind, message.key])).toEqual([['bad', 'toast.changedSince']])
    leave()
  })
})
