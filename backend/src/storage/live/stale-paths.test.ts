import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { until } from '../../../../tests/helpers/until.ts'
import type { JournalState, PendingOperation } from '../journal-state.ts'
import { pathText } from '../paths.ts'
import { StalePaths } from './stale-paths.ts'

const state = (ops: Partial<PendingOperation>[] = []) =>
  ({ rev: 1, floor: 0, ops, closed: [] }) as unknown as JournalState

describe('suspected places', () => {
  function suspecting() {
    const journal = { last: state() }
    const [looked, cleared]: [string[], string[]] = [[], []]
    const held: (() => void)[] = []
    const heard = { until: Infinity }
    const look = (at: Parameters<typeof pathText>[0]) => {
      looked.push(pathText(at))
      return new Promise<void>((resolve) => held.push(resolve))
    }
    const stalePaths = new StalePaths({
      journal,
      look,
      onCleared: (at) => void cleared.push(pathText(at)),
      hasHeard: (until) => until < heard.until,
      log: pino({ level: 'silent' }),
    })
    return { journal, looked, cleared, held, heard, stalePaths }
  }

  it('are asked of S3 until they have been looked at', async () => {
    const { stalePaths, looked, held } = suspecting()
    stalePaths.add('b/moved')
    expect([stalePaths.covering('b/moved/x'), stalePaths.covering('b'), stalePaths.covering('b/other')]).toEqual([
      ['b/moved'],
      ['b/moved'],
      [],
    ])
    expect(await until(() => looked.length === 1)).toBe(true)
    held[0]?.()
    expect(await until(() => stalePaths.paths.length === 0)).toBe(true)
  })

  it('are looked at once more for what is suspected while a look is under way', async () => {
    const { stalePaths, looked, cleared, held } = suspecting()
    stalePaths.add('b/moved')
    expect(await until(() => looked.length === 1)).toBe(true)
    stalePaths.add('b/moved')
    held[0]?.()
    expect(await until(() => looked.length === 2)).toBe(true)
    expect([stalePaths.paths, cleared]).toEqual([['b/moved'], []])
    held[1]?.()
    expect(await until(() => stalePaths.paths.length === 0)).toBe(true)
    expect(cleared).toEqual(['b/moved'])
  })

  it('stay until what happened before the look has been heard of', async () => {
    const { stalePaths, looked, held, heard } = suspecting()
    heard.until = -Infinity
    stalePaths.add('b/moved')
    stalePaths.add('b/other')
    expect(await until(() => looked.length === 2)).toBe(true)
    held.forEach((end) => end())
    // Another one that is through waits as well.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(stalePaths.paths).toEqual(['b/moved', 'b/other'])
    heard.until = Infinity
    expect(await until(() => stalePaths.paths.length === 0)).toBe(true)
  })

  it('wait for what is pending there', async () => {
    const { journal, stalePaths, looked, held } = suspecting()
    journal.last = state([{ src: 'b/moved/in', dst: null }])
    stalePaths.add('b/moved')
    stalePaths.add('b/free')
    expect(await until(() => looked.length === 1)).toBe(true)
    expect(looked).toEqual(['b/free'])
    journal.last = state()
    expect(await until(() => looked.length === 2)).toBe(true)
    held.forEach((end) => end())
    expect(await until(() => stalePaths.paths.length === 0)).toBe(true)
  })
})
