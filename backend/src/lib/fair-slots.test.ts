import { describe, expect, it } from '@jest/globals'
import { happens } from '../../../tests/helpers/until.ts'
import { type Asker, runAsked } from './asker.ts'
import { FairSlots, type FairSlotsOptions, type Slot } from './fair-slots.ts'

const never = new AbortController().signal
const person = (name: string): Asker => ({ id: `person:${name}`, isGuest: false })
const guest = (name: string): Asker => ({ id: `address:${name}`, isGuest: true })
const HOUR_MS = 3_600_000

/** Slots, and who has got one in which order; `done` has the first of somebody give its own back. */
function slotsOf(options: Partial<FairSlotsOptions> & Pick<FairSlotsOptions, 'slots'>) {
  const usual = { what: 'rooms', each: options.slots, waitingEach: 100, waitingMost: 1_000, patienceMs: HOUR_MS }
  const slots = new FairSlots({ ...usual, ...options })
  const order: string[] = []
  const held: { name: string; slot: Slot }[] = []
  return {
    slots,
    order,
    ask: async (asker: Asker, signal = never, isStalled = () => false) => {
      const slot = await slots.take({ asker, signal, isStalled })
      order.push(asker.id.replace(/^.*:/, ''))
      held.push({ name: asker.id, slot })
      return slot
    },
    done: async (asker: Asker) => {
      const at = held.findIndex(({ name }) => name === asker.id)
      held.splice(at, 1)[0]?.slot.giveBack()
      await settled()
    },
  }
}

/** Lets everybody hear who was woken. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

describe('fair slots', () => {
  it('go round among those who wait, however many wishes one of them has', async () => {
    const { ask, order, done } = slotsOf({ slots: 1 })
    for (let wish = 0; wish < 40; wish += 1) void ask(person('greedy'))
    for (const name of ['ann', 'ben']) for (let wish = 0; wish < 2; wish += 1) void ask(person(name))
    await settled()
    for (let turn = 0; turn < 8; turn += 1) await done(person(order.at(-1) ?? ''))
    expect(order).toEqual(['greedy', 'greedy', 'ann', 'ben', 'greedy', 'ann', 'ben', 'greedy', 'greedy'])
  })

  it('go to whoever has the fewest, since one may keep its own for long', async () => {
    const { ask, order, done } = slotsOf({ slots: 4 })
    for (let wish = 0; wish < 8; wish += 1) void ask(person('greedy'))
    void ask(person('ann'))
    void ask(person('ann'))
    await settled()
    expect(order).toEqual(['greedy', 'greedy', 'greedy', 'greedy'])
    await done(person('greedy'))
    await done(person('greedy'))
    expect(order.slice(4)).toEqual(['ann', 'ann'])
  })

  it('are kept free of one who has its share, and of guests who have theirs', async () => {
    const { ask, order, done } = slotsOf({ slots: 4, each: 2, guests: 3 })
    for (let wish = 0; wish < 3; wish += 1) void ask(guest('a'))
    for (const name of ['b', 'c']) void ask(guest(name))
    await settled()
    expect(order).toEqual(['a', 'a', 'b'])
    void ask(person('ann'))
    await settled()
    expect(order).toEqual(['a', 'a', 'b', 'ann'])
    await done(guest('a'))
    await done(guest('b'))
    expect(order.slice(4)).toEqual(['c', 'a'])
  })

  it('go to people and guests by turns: many addresses are not many turns', async () => {
    const { ask, order, done } = slotsOf({ slots: 1 })
    for (let address = 0; address < 50; address += 1) void ask(guest(String(address)))
    for (let wish = 0; wish < 3; wish += 1) void ask(person('ann'))
    await settled()
    for (let turn = 0; turn < 6; turn += 1) {
      const last = order.at(-1) ?? ''
      await done(last === 'ann' ? person(last) : guest(last))
    }
    expect(order).toEqual(['0', 'ann', '1', 'ann', '2', 'ann', '3'])
  })

  it('belong to whom the work is done for', async () => {
    const { slots } = slotsOf({ slots: 1, waitingEach: 0 })
    const slot = await runAsked(person('ann'), () => slots.take({ signal: never }))
    const second = runAsked(person('ann'), () => slots.take({ signal: never }))
    await expect(second).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    slot.giveBack()
  })

  it('are not kept for those who have gone', async () => {
    const { slots, ask, order, done } = slotsOf({ slots: 1 })
    await ask(person('ann'))
    const gone = new AbortController()
    const leaving = ask(person('ben'), gone.signal)
    void ask(person('cid'))
    gone.abort(new Error('gone'))
    await expect(leaving).rejects.toThrow('gone')
    await expect(ask(person('ben'), gone.signal)).rejects.toThrow('gone')
    expect(slots.load()).toEqual({ running: 1, waiting: 1 })
    await done(person('ann'))
    expect(order).toEqual(['ann', 'cid'])
  })

  it('are given back once', async () => {
    const { slots } = slotsOf({ slots: 2 })
    const first = await slots.take({ asker: person('ann'), signal: never })
    await slots.take({ asker: person('ann'), signal: never })
    first.giveBack()
    first.giveBack()
    expect(slots.load()).toEqual({ running: 1, waiting: 0 })
  })

  it('have so many wait and no more: of one, and of all guests, who leave room for people', async () => {
    const { ask } = slotsOf({ slots: 1, waitingEach: 2, waitingMost: 4 })
    void ask(guest('a'))
    for (const name of ['a', 'a', 'b', 'b']) void ask(guest(name))
    await expect(ask(guest('a'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    await expect(ask(guest('c'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    void ask(person('ann')).catch(() => undefined)
  })

  it('are waited for so long and no longer', async () => {
    const { slots, ask } = slotsOf({ slots: 1, patienceMs: 1 })
    await ask(person('ann'))
    await expect(ask(person('ben'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 15 })
    expect(slots.load()).toEqual({ running: 1, waiting: 0 })
  })

  it('are lost by whoever stands still, while others wait for them, and by one alone for each who waits', async () => {
    const { ask, order } = slotsOf({ slots: 3, each: 2 })
    let isStalled = false
    const still = () => isStalled
    const holders = [await ask(guest('a'), never, still), await ask(guest('b'), never, still), await ask(guest('c'))]
    isStalled = true
    expect(holders.map(({ lost }) => lost.aborted)).toEqual([false, false, false])
    for (const { lost, giveBack } of holders) lost.addEventListener('abort', giveBack)
    void ask(person('ann'))
    await happens(() => order.includes('ann'), 'a slot for ann')
    expect(holders.map(({ lost }) => lost.aborted)).toEqual([true, false, false])
    expect(holders[0]?.lost.reason).toMatchObject({ code: 'unavailable' })
  })

  it('are lost by one’s own that stand still, where one’s share is what hinders', async () => {
    const { ask, order } = slotsOf({ slots: 8, each: 2 })
    const [mine, others] = [await ask(person('ann'), never, () => true), await ask(person('ben'), never, () => true)]
    await ask(person('ann'))
    mine.lost.addEventListener('abort', mine.giveBack)
    void ask(person('ann'))
    await happens(() => order.length === 4, 'a third slot for ann')
    expect([mine.lost.aborted, others.lost.aborted]).toEqual([true, false])
  })
})
