import { describe, expect, it } from '@jest/globals'
import { createWorkQueue } from './work-queue.ts'

const never = new AbortController().signal

/** Work that ends when it is told to; `begun` tells in which order it was taken up. */
function work() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const signals = new Map<string, AbortSignal>()
  const of = (name: string) => (signal: AbortSignal) => new Promise<string>((resolve) => {
    begun.push(name)
    signals.set(name, signal)
    ends.set(name, () => resolve(name))
  })
  return { begun, signals, of, end: (name: string) => ends.get(name)?.() }
}

describe('waiting for work', () => {
  it('takes the newest first, and so many at a time', async () => {
    const { begun, of, end } = work()
    const queue = createWorkQueue<string>(1)
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
    const queue = createWorkQueue<string>(2)
    const answers = [1, 2, 3].map(() => queue.join('a', never, of('a')))
    end('a')
    expect(await Promise.all(answers)).toEqual(['a', 'a', 'a'])
    expect(begun).toEqual(['a'])
  })

  it('lets those drop out who have gone, and never begins what nobody waits for', async () => {
    const { begun, of, end } = work()
    const queue = createWorkQueue<string>(1)
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
    const queue = createWorkQueue<string>(2)
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
    const queue = createWorkQueue<string>(1)
    const fails = async () => { throw new Error('broken') }
    const waits = [queue.join('a', never, fails), queue.join('a', never, fails)]
    for (const wait of waits) await expect(wait).rejects.toThrow('broken')
    expect(await queue.join('a', never, async () => 'fine')).toBe('fine')
  })
})
