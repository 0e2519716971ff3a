import { describe, expect, it } from '@jest/globals'
import { type Asker, currentAsker, runAsked } from './asker.ts'
import { WorkQueue } from './work-queue.ts'

const never = new AbortController().signal
const HOUR_MS = 3_600_000

/** Work that ends when it is told to; `begun` tells in which order it was taken up. */
function work() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const signals = new Map<string, AbortSignal>()
  const of = (name: string) => (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      begun.push(name)
      signals.set(name, signal)
      ends.set(name, () => resolve(name))
    })
  return { begun, signals, of, end: (name: string) => ends.get(name)?.() }
}

describe('waiting for work', () => {
  it('takes the newest first, and so many at a time', async () => {
    const { begun, of, end } = work()
    const queue = new WorkQueue<string>({ parallel: 1, patienceMs: HOUR_MS })
    const answers = ['a', 'b', 'c'].map((name) => queue.join(name, never, of(name)))
    for (const name of ['a', 'c', 'b']) {
      end(name)
      await answers[['a', 'b', 'c'].indexOf(name)]
      await Promise.resolve()
    }
    expect(begun).toEqual(['a', 'c', 'b'])
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
  })

  it('renders once for all who ask', async () => {
    const { begun, of, end } = work()
    const queue = new WorkQueue<string>({ parallel: 2, patienceMs: HOUR_MS })
    const answers = [1, 2, 3].map(() => queue.join('a', never, of('a')))
    end('a')
    expect(await Promise.all(answers)).toEqual(['a', 'a', 'a'])
    expect(begun).toEqual(['a'])
  })

  it('lets those drop out who have gone, and never begins what nobody waits for', async () => {
    const { begun, of, end } = work()
    const queue = new WorkQueue<string>({ parallel: 1, patienceMs: HOUR_MS })
    const first = queue.join('a', never, of('a'))
    const [one, other] = [new AbortController(), new AbortController()]
    const waits = [queue.join('b', one.signal, of('b')), queue.join('b', other.signal, of('b'))]
    one.abort()
    other.abort()
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: 'badRequest' })
    end('a')
    await first
    await queue.join('c', never, async () => 'c')
    expect(begun).toEqual(['a'])
  })

  it('stops work under way when the last one goes, and starts anew for the next', async () => {
    const { begun, signals, of, end } = work()
    const queue = new WorkQueue<string>({ parallel: 2, patienceMs: HOUR_MS })
    const control = new AbortController()
    const gone = queue.join('a', control.signal, of('a'))
    const signal = signals.get('a')
    control.abort()
    await expect(gone).rejects.toMatchObject({ code: 'badRequest' })
    expect(signal?.aborted).toBe(true)
    const again = queue.join('a', never, of('a'))
    end('a')
    expect(await again).toBe('a')
    expect(begun).toEqual(['a', 'a'])
  })

  it('a rendering that fails fails for all who wait, and for nobody after', async () => {
    const queue = new WorkQueue<string>({ parallel: 1, patienceMs: HOUR_MS })
    const fails = async () => {
      throw new Error('broken')
    }
    const waits = [queue.join('a', never, fails), queue.join('a', never, fails)]
    for (const wait of waits) await expect(wait).rejects.toThrow('broken')
    expect(await queue.join('a', never, async () => 'fine')).toBe('fine')
  })
})

describe('waiting for work beside others', () => {
  const ann: Asker = { id: 'person:1', isGuest: false }
  const ben: Asker = { id: 'person:2', isGuest: false }
  const guest = (name: string): Asker => ({ id: `address:${name}`, isGuest: true })

  /** Asks for pieces of work, and ends each as soon as it has begun: in which order they were, and for whom. */
  async function play(parallel: number, wishes: [Asker, string][], guests = parallel): Promise<string[]> {
    const { begun, of, end } = work()
    const queue = new WorkQueue<string>({ parallel, guests, patienceMs: HOUR_MS })
    const answers = wishes.map(([asker, name]) =>
      runAsked(asker, () =>
        queue.join(name, never, (signal) => {
          expect(currentAsker()).toBe(asker)
          return of(name)(signal)
        }),
      ),
    )
    for (let turn = 0; turn < wishes.length; turn += 1) {
      end(begun[turn] ?? '')
      for (let wait = 0; wait < 10; wait += 1) await Promise.resolve()
    }
    await Promise.all(answers)
    return begun
  }

  it('gives everybody a turn, and of each the newest', async () => {
    const wishes: [Asker, string][] = [
      [ann, 'a1'],
      [ann, 'a2'],
      [ann, 'a3'],
      [ann, 'a4'],
      [ben, 'b1'],
      [ben, 'b2'],
    ]
    expect(await play(1, wishes)).toEqual(['a1', 'a4', 'b2', 'a3', 'b1', 'a2'])
  })

  it('gives people a turn after each guest, however many guests there are', async () => {
    const guests = ['1', '2', '3', '4'].map((name): [Asker, string] => [guest(name), `g${name}`])
    const wishes: [Asker, string][] = [...guests, [ann, 'a1'], [ann, 'a2']]
    expect(await play(1, wishes)).toEqual(['g1', 'a2', 'g2', 'a1', 'g3', 'g4'])
  })

  it('keeps what guests may not have for people', async () => {
    const { begun, of } = work()
    const queue = new WorkQueue<string>({ parallel: 2, guests: 1, patienceMs: HOUR_MS })
    for (const name of ['g1', 'g2']) void runAsked(guest(name), () => queue.join(name, never, of(name)))
    void runAsked(ann, () => queue.join('a', never, of('a')))
    expect(begun).toEqual(['g1', 'a'])
  })

  it('ends after a while, with a word when to come again', async () => {
    const { of } = work()
    const queue = new WorkQueue<string>({ parallel: 1, patienceMs: 1 })
    void queue.join('a', never, of('a'))
    await expect(queue.join('b', never, of('b'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
    expect(queue.load()).toEqual({ running: 1, waiting: 0 })
  })
})
