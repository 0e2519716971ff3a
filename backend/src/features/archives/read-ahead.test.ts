import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { entryOf, joined, opener, stream } from '../../../../tests/helpers/made-up-entries.ts'
import { readAhead, SMALL_FILE_BYTES } from './read-ahead.ts'

describe('reading ahead', () => {
  it('keeps the order, and holds twelve at most', async () => {
    const open = new Set<string>()
    let most = 0
    const slow = {
      pinned: (_at: unknown, stat: Parameters<typeof opener.pinned>[1]) => ({
        stat,
        read: () =>
          Readable.from(
            (async function* () {
              open.add(stat.version)
              most = Math.max(most, open.size)
              await pause(5 * Math.random())
              yield Buffer.from(stat.version)
            })(),
          ),
      }),
    }
    const names = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'))
    const got: string[] = []
    for await (const { name, body } of readAhead(stream(names.map((name) => entryOf(name, 2, name))), slow)) {
      expect(String(body)).toBe(name)
      open.delete(name)
      got.push(name)
    }
    expect(got).toEqual(names)
    expect(most).toBeLessThanOrEqual(12)
    expect(most).toBeGreaterThan(2)
  })

  it('streams what is bigger', async () => {
    for await (const { body } of readAhead(stream([entryOf('a', SMALL_FILE_BYTES + 1)]), opener)) {
      expect(Buffer.isBuffer(body)).toBe(false)
      expect((await joined(body as AsyncIterable<Buffer>)).length).toBe(SMALL_FILE_BYTES + 1)
    }
  })

  it.each([
    [3, 5],
    [5, 3],
    [SMALL_FILE_BYTES + 5, SMALL_FILE_BYTES + 3],
  ])('refuses a file that is said to have %d bytes and has %d', async (said, has) => {
    const other = {
      pinned: (_at: unknown, stat: Parameters<typeof opener.pinned>[1]) => ({
        stat,
        read: () => Readable.from([Buffer.alloc(has)]),
      }),
    }
    const reading = async () => {
      for await (const { body } of readAhead(stream([entryOf('a', said)]), other))
        if (body !== null && !Buffer.isBuffer(body)) await joined(body)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('ends all reads when nobody wants more', async () => {
    const streams: Readable[] = []
    const endless = {
      pinned: (_at: unknown, stat: Parameters<typeof opener.pinned>[1]) => ({
        stat,
        read: () => {
          const made = new Readable({
            read() {
              if (stat.version === '0') {
                this.push('xx')
                this.push(null)
              }
            },
          })
          streams.push(made)
          return made
        },
      }),
    }
    for await (const entry of readAhead(stream(['0', '1', '2', '3'].map((name) => entryOf(name, 2, name))), endless)) {
      expect(entry.name).toBe('0')
      break
    }
    await pause(10)
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true])
  })
})
