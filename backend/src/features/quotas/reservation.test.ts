import { describe, expect, it } from '@jest/globals'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { LimitedReservation } from './reservation.ts'

/** A reservation whose claims wait for the test, and what becomes of it. */
function waiting() {
  const seen = { renewals: new Set<() => void>(), ended: [] as { tookEffect: boolean; bytes: number }[] }
  const claims: { bytes: number; grant(): void }[] = []
  const reservation = new LimitedReservation({
    claim: (bytes, most) =>
      new Promise((resolve) => {
        claims.push({ bytes, grant: () => resolve(most) })
      }),
    end: (over) => seen.ended.push(over),
    keepRenewing: (renew) => {
      seen.renewals.add(renew)
      return () => seen.renewals.delete(renew)
    },
    now: () => 0,
  })
  return { reservation, seen, grant: () => claims.shift()?.grant() }
}

async function claimed(bytes: number) {
  const one = waiting()
  const claim = one.reservation.claim(bytes)
  one.grant()
  await claim
  return one
}

describe('a reservation', () => {
  it('is renewed from its claim to its end', async () => {
    const { reservation, seen } = await claimed(5)
    expect(seen.renewals.size).toBe(1)
    reservation.end('written')
    expect([seen.renewals.size, seen.ended]).toEqual([0, [{ tookEffect: true, bytes: 5 }]])
  })

  it('is given back, and renewed no more, where it ends while a renewal is under way', async () => {
    const { reservation, seen, grant } = await claimed(5)
    for (const renew of seen.renewals) renew()
    reservation.end('written')
    grant()
    await turn()
    expect(seen.renewals.size).toBe(0)
    expect(seen.ended.at(-1)).toEqual({ tookEffect: false, bytes: 0 })
  })

  it('is given back where it ends while more is claimed for a body of unknown length', async () => {
    const { reservation, seen, grant } = waiting()
    const body = reservation.limit(Readable.from([Buffer.from('abc')], { objectMode: false }))
    body.read()
    await turn()
    body.destroy()
    reservation.end({ error: new Error('it broke off') })
    grant()
    await turn()
    expect([seen.renewals.size, seen.ended]).toEqual([0, [{ tookEffect: false, bytes: 0 }]])
  })
})
