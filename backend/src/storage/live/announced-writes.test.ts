import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { isSettled } from '../../../../tests/helpers/turns.ts'
import type { JournalState } from '../journal-state.ts'
import { AnnouncedWrites, type WrittenPlaces } from './announced-writes.ts'

const JOURNAL: JournalState = { rev: 7, floor: 0, ops: [], closed: [] }

/** The database holds each command until the test lets it through; null refuses it, an error loses its answer. */
function announcing() {
  const put: WrittenPlaces[] = []
  const answers: PromiseWithResolvers<JournalState | null>[] = []
  let ended = 0
  const announced = new AnnouncedWrites({
    now: () => 5,
    put: (written) => {
      put.push(written)
      const answer = Promise.withResolvers<JournalState | null>()
      answers.push(answer)
      return answer.promise
    },
    endOthers: async () => void (ended += 1),
  })
  return { announced, put, answers, ended: () => ended }
}

/** Resolves when so many commands have begun: while much is written, each waits for a moment. */
async function begun(put: readonly WrittenPlaces[], commands: number): Promise<void> {
  while (put.length < commands) await turn()
}

const placesOf = (written: WrittenPlaces | undefined) => JSON.parse(written?.places ?? '[]') as string[]

describe('announcing writes', () => {
  // The time stands still, so that it does not matter how fast the machine is.
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('writes one down at once, and those that come meanwhile together', async () => {
    const { announced, put, answers } = announcing()
    const first = announced.announce('b/1', 'v')
    const others = ['b/2', 'b/3', 'c/4'].map((place) => announced.announce(place, 'v'))
    expect(put).toEqual([{ turn: 1, seq: 1, at: 5, places: '["b/1"]', versions: '["v"]' }])
    answers[0]?.resolve(JOURNAL)
    expect(await first).toBe(JOURNAL)
    await turn()
    const versions = '["v","v","v","v"]'
    expect(put.slice(1)).toEqual([{ turn: 2, seq: 4, at: 5, places: '["b/1","b/2","b/3","c/4"]', versions }])
    expect(await isSettled(Promise.all(others))).toBe(false)
    answers[1]?.resolve(JOURNAL)
    await Promise.all(others)
    expect(put).toHaveLength(2)
  })

  it('waits for others to share a command while much is written', async () => {
    const { announced, put, answers } = announcing()
    const all: Promise<JournalState>[] = []
    for (const place of ['b/1', 'b/2']) {
      all.push(announced.announce(place, 'v'))
      answers.at(-1)?.resolve(JOURNAL)
      await all.at(-1)
    }
    all.push(announced.announce('b/3', 'v'))
    all.push(announced.announce('b/4', 'v'))
    expect(put).toHaveLength(2)
    await begun(put, 3)
    expect(placesOf(put[2])).toEqual(['b/1', 'b/2', 'b/3', 'b/4'])
    answers[2]?.resolve(JOURNAL)
    await Promise.all(all)
    jest.advanceTimersByTime(15)
    void announced.announce('b/5', 'v')
    expect(put).toHaveLength(4)
  })

  it('fails when it cannot be written down, and names that place in the next command all the same', async () => {
    const { announced, put, answers } = announcing()
    const lost = announced.announce('b/1', 'v')
    const next = announced.announce('b/2', 'v')
    answers[0]?.reject(new Error('the line is dead'))
    await expect(lost).rejects.toThrow('the line is dead')
    await turn()
    answers[1]?.resolve(JOURNAL)
    await next
    expect(put[1]).toMatchObject({ turn: 2, seq: 2, places: '["b/1","b/2"]' })
  })

  it('waits until nobody goes by a memory of the journal, and writes it down again', async () => {
    const { announced, put, answers, ended } = announcing()
    const written = announced.announce('b/1', 'v')
    answers[0]?.resolve(null)
    await turn()
    expect([ended(), put.map(({ turn }) => turn)]).toEqual([1, [1, 2]])
    answers[1]?.resolve(JOURNAL)
    await written
  })

  it('names a folder in which very much is written, and says which writes that stands for', async () => {
    const { announced, put, answers } = announcing()
    const first = announced.announce('b/folder/first', 'v')
    const places = [...Array.from({ length: 32 }, (_, index) => `b/folder/${index}`), 'b/other', 'b/folder/below/x']
    const all = [...places, 'b/folder/last', 'b/other'].map((place) => announced.announce(place, 'v'))
    answers[0]?.resolve(JOURNAL)
    await first
    await turn()
    expect(put[1]).toMatchObject({
      seq: 37,
      places: '["b/other","b/folder/below/x","b/folder","b/other"]',
      versions: '["v","v","","v"]',
      seqs: '[34,35,36,37]',
      dropped: 0,
    })
    answers[1]?.resolve(JOURNAL)
    await Promise.all(all)
    const more = Array.from({ length: 600 }, (_, index) => announced.announce(`b/folder/${index}`, 'v'))
    await begun(put, 3)
    expect(put[2]).toMatchObject({ seq: 637, places: '["b/folder"]', seqs: '[637]', dropped: 137 })
    answers[2]?.resolve(JOURNAL)
    await Promise.all(more)
  })

  it('names one by one what was written in the last second, but for very much', async () => {
    const { announced, put, answers } = announcing()
    const write = async (name: string) => {
      const before = put.length
      const written = announced.announce(`b/folder/${name}`, 'v')
      await begun(put, before + 1)
      answers.at(-1)?.resolve(JOURNAL)
      await written
    }
    for (let index = 0; index < 33; index += 1) await write(`${index}`)
    jest.advanceTimersByTime(1_001)
    for (const name of ['x', 'y']) await write(name)
    expect(put.at(-1)).toMatchObject({
      places: '["b/folder","b/folder/x","b/folder/y"]',
      versions: '["","v","v"]',
      seqs: '[33,34,35]',
      dropped: 0,
    })
  })

  it('names no bucket for its root, and says what it has dropped besides', async () => {
    const { announced, put, answers } = announcing()
    const first = announced.announce('b/folder/first', 'v')
    const places = Array.from({ length: 300 }, (_, index) => (index < 40 ? `b/folder/${index}` : `b/${index}`))
    const all = places.map((place) => announced.announce(place, 'v'))
    answers[0]?.resolve(JOURNAL)
    await first
    await turn()
    answers[1]?.resolve(JOURNAL)
    await Promise.all(all)
    expect(placesOf(put[1])).toEqual(places.slice(-200))
    expect(put[1]).toMatchObject({ seq: 301, dropped: 101 })
  })

  it('names the last ones only, and counts all', async () => {
    const { announced, put, answers } = announcing()
    const first = announced.announce('b/first', 'v')
    const all = Array.from({ length: 300 }, (_, index) => announced.announce(`b/${index}`, 'v'))
    answers[0]?.resolve(JOURNAL)
    await first
    await turn()
    answers[1]?.resolve(JOURNAL)
    await Promise.all(all)
    expect([put[1]?.seq, placesOf(put[1]).length, placesOf(put[1])[0]]).toEqual([301, 200, 'b/100'])
    const long = Array.from({ length: 40 }, (_, index) => announced.announce(`b/${index}${'x'.repeat(1_000)}`, 'v'))
    await begun(put, 3)
    answers[2]?.resolve(JOURNAL)
    await Promise.all(long)
    expect([put[2]?.seq, placesOf(put[2]).length]).toEqual([341, 16])
  })
})
