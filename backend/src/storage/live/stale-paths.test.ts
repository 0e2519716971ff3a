import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { until } from '../../../../tests/helpers/until.ts'
import type { JournalState, PendingOperation } from '../journal.ts'
import { pathText } from '../paths.ts'
import { StalePaths } from './stale-paths.ts'

const state = (ops: Partial<PendingOperation>[] = []) =>
  ({ rev: 1, floor: 0, ops, closed: [] }) as unknown as JournalState

describe('suspected places', () => {
  function suspecting() {
    const journal = { last: state() }
    const looked: string[] = []
    const held: (() => void)[] = []
    const heard = { until: Infinity }
    const look = (at: Parameters<typeof pathText>[0]) => {
      looked.push(pathText(at))
      return new Promise<void>((resolve) => held.push(resolve))
    }
    const suspects = new StalePaths({
      journal,
      look,
      hasHeard: (until) => until < heard.until,
      log: pino({ level: 'silent' }),
    })
    return { journal, looked, held, heard, suspects }
  }

  it('are asked of S3 until they have been looked at', async () => {
    const { suspects, looked, held } = suspecting()
    suspects.add('b/moved')
    expect([suspects.covering('b/moved/x'), suspects.covering('b'), suspects.covering('b/other')]).toEqual([
      ['b/moved'],
      ['b/moved'],
      [],
    ])
    expect(await until(() => looked.length === 1)).toBe(true)
    held[0]?.()
    expect(await until(() => suspects.paths.length === 0)).toBe(true)
  })

  it('are looked at once more for what is suspected while a look is under way', async () => {
    const { suspects, looked, held } = suspecting()
    suspects.add('b/moved')
    expect(await until(() => looked.length === 1)).toBe(true)
    suspects.add('b/moved')
    held[0]?.()
    expect(await until(() => looked.length === 2)).toBe(true)
    expect(suspects.paths).toEqual(['b/moved'])
    held[1]?.()
    expect(await until(() => suspects.paths.length === 0)).toBe(true)
  })

  it('stay until what happened before the look has been heard of', async () => {
    const { suspects, looked, held, heard } = suspecting()
    heard.until = -Infinity
    suspects.add('b/moved')
    suspects.add('b/other')
    expect(await until(() => looked.length === 2)).toBe(true)
    held.forEach((end) => end())
    // Another one that is through waits as well.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    expect(suspects.paths).toEqual(['b/moved', 'b/other'])
    heard.until = Infinity
    expect(await until(() => suspects.paths.length === 0)).toBe(true)
  })

  it('wait for what is pending there', async () => {
    const { journal, suspects, looked, held } = suspecting()
    journal.last = state([{ src: 'b/moved/in', dst: null }])
    suspects.add('b/moved')
    suspects.add('b/free')
    expect(await until(() => looked.length === 1)).toBe(true)
    expect(looked).toEqual(['b/free'])
    journal.last = state()
    expect(await until(() => looked.length === 2)).toBe(true)
    held.forEach((end) => end())
    expect(await until(() => suspects.paths.length === 0)).toBe(true)
  })
})
