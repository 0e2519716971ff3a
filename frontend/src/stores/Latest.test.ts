import { describe, expect, it } from '@jest/globals'
import { runInAction } from 'mobx'
import { ApiError } from '../api/http.ts'
import { Latest } from './Latest.ts'

/** Calls that are answered by hand. */
function setUp() {
  const latest = new Latest<string, string>()
  const calls: { answer(value: string): void; refuse(error: unknown): void; signal: AbortSignal }[] = []
  const load = (of = 'a', isQuiet = false) =>
    latest.load(
      (signal) =>
        new Promise<string>((answer, refuse) => {
          calls.push({ answer, refuse, signal })
        }),
      { of, isQuiet },
    )
  const at = (index: number) => calls[index] ?? { answer: () => {}, refuse: () => {}, signal: AbortSignal.abort() }
  const seen = () => [latest.value, latest.error?.code ?? null, latest.isLoading]
  return { latest, load, at, seen }
}
const trouble = (code: 'network' | 'notFound') => new ApiError(code === 'network' ? 0 : 404, code, code)

describe('what was fetched last', () => {
  it('is shown until the next answer is there', async () => {
    const { load, at, seen } = setUp()
    const first = load()
    expect(seen()).toEqual([null, null, true])
    at(0).answer('one')
    expect([await first, ...seen()]).toEqual([true, 'one', null, false])
    const second = load()
    expect(seen()).toEqual(['one', null, true])
    at(1).answer('two')
    await second
    expect(seen()).toEqual(['two', null, false])
  })

  it('is of the newest call that was answered, in whatever order the answers come', async () => {
    const { load, at, seen } = setUp()
    const all = [load(), load(), load()]
    at(1).answer('second')
    expect(await all[1]).toBe(true)
    expect(seen()).toEqual(['second', null, true])
    at(0).answer('first')
    expect([await all[0], ...seen()]).toEqual([false, 'second', null, true])
    at(2).answer('third')
    await all[2]
    expect(seen()).toEqual(['third', null, false])
  })

  it('is let go as soon as another one is asked for, and its calls are ended', async () => {
    const { latest, load, at, seen } = setUp()
    const [first, slow] = [load('a'), load('a')]
    at(0).answer('of a')
    await first
    const second = load('b')
    expect([latest.of, at(1).signal.aborted, ...seen()]).toEqual(['b', true, null, null, true])
    at(1).answer('of a, too late')
    at(2).answer('of b')
    expect([await slow, await second, ...seen()]).toEqual([false, true, 'of b', null, false])
  })

  it('stays beside a trouble; a passing one says nothing where nobody has to hear of it', async () => {
    const { load, at, seen } = setUp()
    const first = load()
    at(0).refuse(trouble('network'))
    expect([await first, ...seen()]).toEqual([false, null, 'network', false])
    const second = load()
    at(1).answer('one')
    await second
    const quiet = load('a', true)
    at(2).refuse(trouble('network'))
    await quiet
    expect(seen()).toEqual(['one', null, false])
    const last = load('a', true)
    at(3).refuse(trouble('notFound'))
    await last
    expect(seen()).toEqual(['one', 'notFound', false])
  })

  it('has what goes with it in the same step, and can be changed where it is there', async () => {
    const latest = new Latest<number>()
    latest.edit((value) => value + 1)
    expect(latest.value).toBeNull()
    const seen: unknown[] = []
    await latest.load(async () => 1, { onShown: (value) => void seen.push(value, latest.value) })
    runInAction(() => latest.edit((value) => value + 1))
    expect([...seen, latest.value]).toEqual([1, 1, 2])
  })
})
