import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { pathText, placeOfText } from '../../storage/paths.ts'
import { type Ask, ReservationBatcher } from './reservation-batcher.ts'
import { EMPTY, type Ledger } from './ledger.ts'
import type { Ledgers } from './ledgers.ts'

const SCOPE = 'nido-ann'
const QUOTA = 100
let ids = 0

/** Two replicas' desks over one ledger, and the bucket that they write to. Counting takes some turns. */
function household({ quota = QUOTA } = {}) {
  const files = new Map<string, number>()
  const clock = { now: 1_000 }
  let body = JSON.stringify(EMPTY)
  let counts = 0
  const ledgers: Ledgers = {
    change: async (_bucket, edit) => {
      for (;;) {
        const before = body
        await turn()
        const ledger = JSON.parse(before) as Ledger
        const result = edit(ledger)
        await turn()
        if (body !== before) continue
        body = JSON.stringify(ledger)
        return result
      }
    },
    all: async () => new Map([[SCOPE, JSON.parse(body) as Ledger]]),
  }
  const present = () => [...files.values()].reduce((sum, size) => sum + size, 0)
  const make = (known: () => number, isBroken = () => false) => {
    const batcher = new ReservationBatcher(SCOPE, {
      ledgers,
      known: async () => known(),
      count: async (_scope, places) => {
        counts += 1
        const seen = { bytes: 0, parts: places.map(() => 0) }
        for (const [key, size] of files) {
          // What is written while it counts it may have passed already.
          await turn()
          if (isBroken()) await new Promise(() => undefined)
          seen.bytes += size
          places.forEach((place, index) => {
            if (pathText(place) === key) seen.parts[index] = size
          })
        }
        return seen
      },
      now: () => clock.now,
      newId: () => `count-${(ids += 1)}`,
    })
    return (ask: Ask) => batcher.ask(ask)
  }
  const wish = (at: string, bytes: number, more: { id?: string; until?: number; most?: number } = {}) => ({
    wish: {
      id: more.id ?? `claim-${(ids += 1)}`,
      at: `${SCOPE}/${at}`,
      bytes,
      grows: bytes,
      most: more.most ?? bytes,
      until: more.until ?? clock.now + 60_000,
      scope: SCOPE,
      quota,
    },
  })
  type Desk = ReturnType<typeof make>
  /** Claims, writes after some turns, and ends the claim. Answers whether there was room. */
  async function write(desk: Desk, at: string, size: number): Promise<boolean> {
    const asked = wish(at, size)
    if ((await desk(asked)).bytes === null) return false
    for (let turns = size % 5; turns > 0; turns -= 1) await turn()
    files.set(`${SCOPE}/${at}`, size)
    await turn()
    void desk({ over: { id: asked.wish.id, tookEffect: true } })
    return true
  }
  return { files, clock, make, wish, write, present, counts: () => counts, ledger: () => JSON.parse(body) as Ledger }
}

describe('claiming room in a ledger', () => {
  it('counts once, and no more while all fits for certain', async () => {
    const { make, write, counts } = household()
    const desk = make(() => 0)
    for (let file = 0; file < 9; file += 1) expect(await write(desk, `file-${file}`, 10)).toBe(true)
    expect(counts()).toBe(1)
  })

  it('never gives away the same room, and always what there is, whoever asks in whatever order', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { make, write, present, files } = household()
      const desks = [make(() => 0), make(() => 0)]
      const desk = (index: number) => desks[index % 2] ?? make(() => 0)
      const sizes = Array.from({ length: 12 }, (_, index) => ((round * 7 + index * 11) % 23) + 1)
      const granted = await Promise.all(sizes.map((size, index) => write(desk(index), `file-${index}`, size)))
      expect(present()).toBeLessThanOrEqual(QUOTA)
      const smallest = Math.min(...sizes.filter((_, index) => granted[index] === false))
      expect(present() + smallest).toBeGreaterThan(QUOTA)
      // A file deleted makes room for one of its size, and for none that is bigger.
      const [name = '', size = 0] = [...files][round % files.size] ?? []
      files.delete(name)
      const left = QUOTA - present()
      expect(await write(desk(round), 'too-big', left + 1)).toBe(false)
      expect([await write(desk(round + 1), 'fits', left), left >= size]).toEqual([true, true])
      expect(present()).toBe(QUOTA)
    }
  })

  it('counts the difference where a file is replaced', async () => {
    const { make, write, present } = household()
    const desk = make(() => 0)
    expect(await write(desk, 'a', 90)).toBe(true)
    expect(await write(desk, 'a', 100)).toBe(true)
    expect(await write(desk, 'a', 101)).toBe(false)
    expect(present()).toBe(100)
  })

  it("goes by what is known of other tools' files", async () => {
    const { make, write, files } = household()
    const known = { bytes: 0 }
    const desk = make(() => known.bytes)
    expect(await write(desk, 'a', 10)).toBe(true)
    files.set(`${SCOPE}/foreign`, 85)
    known.bytes = 95
    expect(await write(desk, 'b', 6)).toBe(false)
    expect(await write(desk, 'b', 5)).toBe(true)
  })

  it("gives a lost replica's claim up when it is not renewed, and keeps a lasting one", async () => {
    const { make, wish, clock } = household()
    const [lost, other] = [make(() => 0), make(() => 0)]
    expect((await lost(wish('a', 60))).bytes).toBe(60)
    expect((await lost(wish('b', 30, { until: 0 }))).bytes).toBe(30)
    expect((await other(wish('c', 40))).bytes).toBeNull()
    clock.now += 60_000
    expect((await other(wish('c', 71))).bytes).toBeNull()
    expect((await other(wish('c', 70))).bytes).toBe(70)
  })

  it('waits no longer than need be for a count that a lost replica began', async () => {
    const { make, wish, files, clock } = household()
    files.set(`${SCOPE}/a`, 50)
    const [lost, other] = [
      make(
        () => 0,
        () => true,
      ),
      make(() => 0),
    ]
    void lost(wish('b', 1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const waiting = other(wish('c', 50))
    await new Promise((resolve) => setTimeout(resolve, 20))
    clock.now += 20_000
    expect((await waiting).bytes).toBe(50)
  })

  it('gives room ahead where there is plenty, and does not take all of it in advance where it is short', async () => {
    const { make, wish } = household({ quota: 1_000 })
    const desk = make(() => 0)
    expect((await desk(wish('a', 10, { id: 'a', most: 500 }))).bytes).toBe(500)
    expect((await desk(wish('b', 10, { id: 'b', most: 600 }))).bytes).toBe(500)
    await desk({ over: { id: 'b', tookEffect: true, bytes: 20 } })
    await desk({ over: { id: 'a', tookEffect: false } })
    // Half of the 15 bytes that are left.
    expect((await desk(wish('c', 985, { most: 2_000 }))).bytes).toBe(992)
  })

  it('gets back what a reservation no longer needs, also when it is lowered and claimed at once', async () => {
    const { make, wish, ledger } = household()
    const desk = make(() => 0)
    await desk(wish('a', 90, { id: 'a', until: 0 }))
    expect((await desk(wish('b', 50))).bytes).toBeNull()
    const [, again] = await Promise.all([
      desk({ lowered: { id: 'a', bytes: 40 } }),
      desk(wish('a', 40, { id: 'a', until: 0 })),
    ])
    expect(again.bytes).toBe(40)
    expect((await desk(wish('b', 60))).bytes).toBe(60)
    // More than there is, and of nobody, changes nothing.
    await desk({ lowered: { id: 'a', bytes: 50 } })
    await desk({ lowered: { id: 'nobody', bytes: 0 } })
    expect(ledger().claims.map(({ bytes, grows }) => [bytes, grows])).toEqual([
      [40, 40],
      [60, 60],
    ])
  })

  it('leaves a document that says all already as it is', async () => {
    const { make, wish, ledger } = household()
    const desk = make(() => 0)
    const asked = wish('a', 60, { until: 0 })
    await desk(asked)
    const before = ledger()
    expect((await desk(asked)).bytes).toBe(60)
    expect(ledger()).toEqual(before)
    expect(placeOfText(ledger().claims[0]?.at ?? '').path).toBe('a')
  })
})
