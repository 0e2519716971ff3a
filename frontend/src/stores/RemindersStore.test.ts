import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Reminder } from '../../../backend/contract/reminders.ts'
import { remindersOf } from './RemindersStore.ts'
import type { RootStore } from './RootStore.ts'
import { problem, testRoot } from './test-root.ts'

const MINUTE_MS = 60_000
/** The server's clock is a day ahead of the one of this device. */
const AHEAD_MS = 24 * 60 * MINUTE_MS

interface House {
  items: Reminder[]
  done: string[]
  answers: unknown[]
  /** Whether it answers. */
  isWell: boolean
}
let house: House
let root: RootStore
beforeEach(() => {
  house = { items: [], done: [], answers: [], isWell: true }
  root = testRoot((call, _query, body) => {
    if (!house.isWell) return problem(503, 'unavailable')
    if (call === 'POST /api/reminders/answers') {
      house.answers.push(body)
      return new Response(null, { status: 204 })
    }
    const now = new Date(Date.now() + AHEAD_MS).toISOString()
    return Response.json({ now, items: house.items, done: house.done })
  }).root
})
afterEach(() => {
  remindersOf(root).forget()
  root.toasts.toasts.forEach(({ id }) => root.toasts.dismiss(id))
})

/** A reminder that is due in so many minutes, by the server's clock. */
const reminder = (key: string, minutes: number): Reminder => ({
  key,
  due: new Date(Date.now() + AHEAD_MS + minutes * MINUTE_MS).toISOString(),
  minutes: 10,
  event: '1-a',
  at: null,
  start: new Date(Date.now() + AHEAD_MS + (minutes + 10) * MINUTE_MS).toISOString(),
  allDay: false,
  title: key,
  place: '',
  busy: false,
})
const shown = () => remindersOf(root).shown.map(({ key }) => key)
const refresh = () => remindersOf(root).refresh()

describe('reminders', () => {
  it('are shown when they are due by the clock of the server', async () => {
    house.items = [reminder('first', -5), reminder('second', 0), reminder('later', 1)]
    await refresh()
    expect(shown()).toEqual(['first', 'second'])
    house.items = house.items.slice(1)
    await refresh()
    expect(shown()).toEqual(['second'])
  })

  it('stay when the server no longer lists them, until they are dismissed somewhere', async () => {
    house.items = [reminder('late', -61)]
    await refresh()
    house.items = [reminder('next', -1)]
    await refresh()
    expect(shown()).toEqual(['late', 'next'])
    house.done = ['late']
    await refresh()
    expect(shown()).toEqual(['next'])
  })

  it('go at once when they are answered, and come back put off', async () => {
    const one = reminder('one', -5)
    house.items = [one]
    await refresh()
    const answered = remindersOf(root).answer(one, 5)
    expect(shown()).toEqual([])
    await answered
    expect(house.answers).toEqual([{ key: 'one', snooze: 5 }])
    house.items = [{ ...one, due: reminder('one', 0).due }]
    await refresh()
    expect(shown()).toEqual(['one'])
  })

  it('come back if the answer does not arrive', async () => {
    const one = reminder('one', -5)
    house.items = [one]
    await refresh()
    house.isWell = false
    await remindersOf(root).answer(one, null)
    expect(shown()).toEqual(['one'])
    expect(root.toasts.toasts).toMatchObject([{ kind: 'bad' }])
  })
})
