import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { LEASE_MS, type LeaseBook, ReplicaLeases } from './replica-lease.ts'

/** Each renewal waits until it is told to be answered. */
function setUp() {
  let ids = 0
  let asleepMs = 0
  const answers: (() => void)[] = []
  const book: LeaseBook = {
    tryAcquire: async () => ({
      renew: () =>
        new Promise<boolean>((resolve) => {
          answers.push(() => resolve(true))
        }),
      release: async () => undefined,
    }),
    endOf: async () => 0,
    removeEnded: async () => undefined,
  }
  const lapsed: string[] = []
  const leases = new ReplicaLeases({
    book,
    now: () => Date.now() + asleepMs,
    newId: () => `lease-${(ids += 1)}`,
    onLapse: (id) => void lapsed.push(id),
  })
  return {
    leases,
    answers,
    lapsed,
    sleep: (ms: number) => {
      asleepMs += ms
    },
  }
}

describe('the lease of a replica', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('A18: is not brought back to life by a renewal whose answer comes after its end', async () => {
    const { leases, answers } = setUp()
    await leases.start()
    const lease = await leases.hold()
    await jest.advanceTimersByTimeAsync(3_000)
    expect(answers).toHaveLength(1)
    jest.advanceTimersByTime(LEASE_MS)
    answers[0]?.()
    await jest.advanceTimersByTimeAsync(0)
    expect(lease.remainingMs()).toBeLessThanOrEqual(0)
  })

  it('A18: is another one for who asks while such a renewal is under way', async () => {
    const { leases, answers, lapsed } = setUp()
    await leases.start()
    const { id } = await leases.hold()
    await jest.advanceTimersByTimeAsync(3_000)
    jest.advanceTimersByTime(LEASE_MS)
    const holding = leases.hold()
    answers[0]?.()
    const lease = await holding
    expect([lease.id === id, lease.remainingMs(), lapsed]).toEqual([false, LEASE_MS, [id]])
  })

  it('A18: ends while the machine sleeps, though the monotonic clock stands still', async () => {
    const { leases, sleep } = setUp()
    await leases.start()
    const lease = await leases.hold()
    expect(lease.remainingMs()).toBe(LEASE_MS)
    sleep(LEASE_MS)
    expect(lease.remainingMs()).toBe(0)
    expect((await leases.hold()).id).not.toBe(lease.id)
  })
})
