// Reminders: who is reminded of what, and that an answer counts on all devices.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EVERYONE } from '../../backend/contract/calendar-limits.ts'
import type { Client } from '../helpers/client.ts'
import { LivePage } from '../helpers/live.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { addEvent, changeEvent, eventOf, windowOf } from './calendar-client.ts'
import { answerReminder, dueOf, inMinutes, remindersOf } from './reminders-client.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = () => site.makePerson({ perm: { calendar: true } })
const setOwn = (client: Client, id: string, reminders: unknown) =>
  client.put(`/api/reminders/events/${id}`, { reminders })
const titlesOf = async (client: Client) => (await dueOf(client)).map(({ title, minutes }) => [title, minutes])

describe('the reminders of one’s own events', () => {
  it('are listed on every replica, with those of the next hours', async () => {
    const ana = await newPerson()
    const one = await addEvent(ana, { ...inMinutes(10), title: 'Dentist', place: 'High street', reminders: [10, 30] })
    await addEvent(ana, { ...inMinutes(100), title: 'Soon', reminders: [0, 5] })
    await addEvent(ana, { ...inMinutes(60 * 24), title: 'Tomorrow', reminders: [10] })
    await addEvent(ana, { ...inMinutes(60 * 24 * 7), title: 'Next week', reminders: [7 * 24 * 60] })
    for (const replica of [0, 1]) {
      const { items, done } = await remindersOf(ana, { replica })
      expect(done).toEqual([])
      const told = items.map(({ title, minutes }) => `${title} ${minutes}`)
      expect(told.toSorted()).toEqual(['Dentist 10', 'Dentist 30', 'Next week 10080', 'Soon 0', 'Soon 5'])
      // Two are due at the same time.
      expect([told[0], ...told.slice(3)]).toEqual(['Dentist 30', 'Soon 5', 'Soon 0'])
    }
    const [first] = await dueOf(ana)
    expect(first).toMatchObject({ event: one.id, at: null, place: 'High street', busy: false, allDay: false })
  })

  it('are not told when they were missed by more than an hour', async () => {
    const ana = await newPerson()
    await addEvent(ana, { ...inMinutes(-55), title: 'Late', reminders: [0] })
    await addEvent(ana, { ...inMinutes(-65), title: 'Too late', reminders: [0] })
    expect(await titlesOf(ana)).toEqual([['Late', 0]])
  })

  it('come for each occurrence', async () => {
    const ana = await newPerson()
    const one = await addEvent(ana, { ...inMinutes(-5), title: 'Piano', rule: 'FREQ=DAILY', reminders: [10, 24 * 60] })
    const due = await dueOf(ana)
    expect(due.map(({ event, minutes }) => [event, minutes]).toSorted()).toEqual(
      [
        [one.id, 10],
        [one.id, 24 * 60],
      ].toSorted(),
    )
    // The one of a day is of tomorrow's occurrence.
    expect(new Set(due.map(({ at }) => at)).size).toBe(2)
  })

  it('go with the event, and come anew if it moves', async () => {
    const ana = await newPerson()
    const one = await addEvent(ana, { ...inMinutes(5), title: 'Piano', reminders: [10] })
    const [first] = await dueOf(ana)
    ;(await answerReminder(ana, first ?? { key: '' })).expect(204)
    expect(await titlesOf(ana)).toEqual([])
    ;(await changeEvent(ana, one, { event: { title: 'Piano, at last' } })).expect(200)
    expect(await titlesOf(ana)).toEqual([])
    ;(await changeEvent(ana, await eventOf(ana, one.id), { event: inMinutes(8) })).expect(200)
    expect(await titlesOf(ana)).toEqual([['Piano, at last', 10]])
    ;(await ana.delete(`/api/calendar/events/${one.id}`)).expect(200)
    expect(await titlesOf(ana)).toEqual([])
  })
})

describe('an answer', () => {
  it('counts on all devices, whose pages are told', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    await addEvent(ana, { ...inMinutes(5), title: 'Dentist', reminders: [10] })
    await addEvent(leo, { ...inMinutes(5), title: 'Dentist', reminders: [10] })
    const page = await LivePage.open(site.urls[1] ?? '', ana.token)
    const before = page.frames.length
    const [reminder] = await dueOf(ana)
    ;(await answerReminder(ana, reminder ?? { key: '' })).expect(204)
    await page.hears(() => page.frames.slice(before).some(({ type }) => type === 'reminders'))
    await page.close()
    expect(await titlesOf(ana)).toEqual([])
    expect((await remindersOf(ana)).done).toEqual([reminder?.key])
    expect(await titlesOf(leo)).toEqual([['Dentist', 10]])
  })

  it('can put it off', async () => {
    const ana = await newPerson()
    await addEvent(ana, { ...inMinutes(5), title: 'Dentist', reminders: [10] })
    const [reminder] = await dueOf(ana)
    ;(await answerReminder(ana, reminder ?? { key: '' }, 5)).expect(204)
    const { items, now, done } = await remindersOf(ana)
    expect(done).toEqual([])
    expect(items).toEqual([{ ...reminder, due: expect.any(String) }])
    const later = Date.parse(items[0]?.due ?? '') - Date.parse(now)
    expect(later).toBeGreaterThan(4 * 60_000)
    expect(later).toBeLessThanOrEqual(5 * 60_000)
  })

  it('is refused in words if it is none', async () => {
    const ana = await newPerson()
    const key = 'a'.repeat(22)
    for (const body of [{ key }, { key, snooze: 7 }, { key: 'a.b', snooze: null }, { key: `${key}a`, snooze: 5 }])
      (await ana.post('/api/reminders/answers', body)).expect(400)
    ;(await site.client().post('/api/reminders/answers', { key, snooze: null })).expect(401)
    ;(await site.client().get('/api/reminders')).expect(401)
  })
})

describe('the reminders of events of others, and of everyone', () => {
  it('are one’s own', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const hers = await addEvent(ana, { ...inMinutes(5), title: 'Hers', reminders: [10] })
    const all = await addEvent(ana, { ...inMinutes(5), title: 'Ours', calendar: EVERYONE, reminders: [15] })
    expect((await titlesOf(ana)).toSorted()).toEqual([
      ['Hers', 10],
      ['Ours', 15],
    ])
    expect(await titlesOf(leo)).toEqual([])
    expect(await eventOf(leo, all.id)).toMatchObject({ title: 'Ours', reminders: [] })
    for (const id of [hers.id, all.id]) (await setOwn(leo, id, [30, 5])).expect(204)
    expect(await eventOf(leo, hers.id)).toMatchObject({ reminders: [5, 30] })
    expect(await eventOf(ana, hers.id)).toMatchObject({ reminders: [10] })
    const { events } = await windowOf(leo, hers.start.slice(0, 7))
    expect(events.find(({ id }) => id === all.id)?.reminders).toEqual([5, 30])
    // Somebody else who changes the event leaves them as they are.
    ;(await changeEvent(ana, await eventOf(ana, all.id), { event: { title: 'Soup', reminders: [] } })).expect(200)
    expect((await titlesOf(leo)).toSorted()).toEqual(
      [
        ['Hers', 5],
        ['Hers', 30],
        ['Soup', 5],
        ['Soup', 30],
      ].toSorted(),
    )
    expect(await titlesOf(ana)).toEqual([['Hers', 10]])
    ;(await setOwn(leo, hers.id, [])).expect(204)
    expect((await titlesOf(leo)).map(([title]) => title)).toEqual(['Soup', 'Soup'])
  })

  it('say nothing of what is private', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const secret = { title: 'Surprise', place: 'Her place', private: true }
    const one = await addEvent(ana, { ...inMinutes(5), ...secret, reminders: [] })
    ;(await setOwn(leo, one.id, [10])).expect(204)
    const answer = (await leo.get('/api/reminders')).expect(200)
    expect(answer.text).not.toMatch(/Surprise|Her place/)
    expect(await dueOf(leo)).toMatchObject([{ event: one.id, busy: true, title: '', place: '', minutes: 10 }])
  })

  it('stay with both parts of a series that is cut in two', async () => {
    const [ana, leo] = [await newPerson(), await newPerson()]
    const one = await addEvent(ana, { ...inMinutes(-24 * 60 + 5), title: 'Piano', rule: 'FREQ=DAILY' })
    ;(await setOwn(leo, one.id, [10])).expect(204)
    const [reminder] = await dueOf(leo)
    const event = await eventOf(ana, `${one.id}?at=${reminder?.at ?? ''}`)
    const at = reminder?.at ?? null
    ;(await changeEvent(ana, event, { scope: 'following', at, event: { title: 'Violin' } })).expect(200)
    expect(await titlesOf(leo)).toEqual([['Violin', 10]])
  })

  it('need no permission to write, but an event, and are refused in words', async () => {
    const [ana, guest] = [await newPerson(), await site.makePerson()]
    const one = await addEvent(ana, { ...inMinutes(5), reminders: [10] })
    ;(await setOwn(guest, one.id, [10])).expect(204)
    ;(await setOwn(guest, 'none', [10])).expect(404)
    ;(await setOwn(ana, one.id, [10])).expect(400)
    for (const reminders of [[-1], [1.5], [40_321], [1, 2, 3, 4, 5, 6], 'all', undefined])
      (await setOwn(guest, one.id, reminders)).expect(400)
    ;(await setOwn(site.client(), one.id, [10])).expect(401)
  })
})
