import { expect, it, jest } from '@jest/globals'
import type { TorrentSource } from '../types.ts'
import { changeBetween, Wish, type WishChange } from './wish.ts'

const SOURCE: TorrentSource = { file: 'a', magnet: null, wanted: [0, 1], inOrder: false, trackers: null }
const jobOf = (source: TorrentSource) => ({ input: { name: 'a', shownSource: 'a', target: '', source } })

it.each<[Partial<TorrentSource>, WishChange | null]>([
  [{}, null],
  [{ wanted: [0, 1] }, null],
  [{ wanted: [1] }, 'files'],
  [{ wanted: null }, 'files'],
  [{ inOrder: true }, 'files'],
  [{ first: [1] }, 'order'],
  [{ first: [1], wanted: [1] }, 'files'],
  [{ trackers: ['http://a'] }, 'anew'],
  [{ checks: 1, wanted: [1] }, 'anew'],
])('%j means %s', (change, means) => expect(changeBetween(SOURCE, { ...SOURCE, ...change })).toBe(means))

it('goes on with another order, and is over with other files', () => {
  const job = jobOf(SOURCE)
  const wish = new Wish(job)
  wish.onOrder = jest.fn()
  try {
    job.input = { ...job.input, source: { ...SOURCE, first: [1] } }
    wish.look()
    expect(wish.onOrder).toHaveBeenCalledWith([1])
    expect([wish.signal.aborted, wish.source.first]).toEqual([false, [1]])
    job.input = { ...job.input, source: { ...SOURCE, first: [1], wanted: [1] } }
    wish.look()
    expect([wish.signal.aborted, wish.change]).toEqual([true, 'files'])
  } finally {
    wish.stop()
  }
})
