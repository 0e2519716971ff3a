import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import type { AuditEntry } from '../../../contract/audit.ts'
import { AppError } from '../../lib/app-error.ts'
import { exported } from './export.ts'
import { monthsBack, partKey, auditPositionOf, readKey } from './objects.ts'
import { newestFirst } from './reading.ts'
import { AuditRecorder, type NewEntry } from './recorder.ts'
import { HouseholdAudit } from './service.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-03-01T00:30:00Z')
const log = pino({ level: 'silent' })

/** A bucket in memory. `isAway`: whether it refuses. */
function bucket() {
  const objects = new Map<string, Buffer>()
  const state = { isAway: false, puts: 0 }
  return {
    objects,
    state,
    scratch: {
      put: async (key: string, body: Buffer) => {
        if (state.isAway) throw new AppError('unavailable', 'away')
        state.puts += 1
        objects.set(key, body)
      },
      get: async (key: string) => objects.get(key) ?? null,
      list: async (prefix: string) => [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
      delete: async (keys: string[]) => {
        for (const key of keys) objects.delete(key)
      },
    },
  }
}

const clockAt = (start: number) => {
  const clock = { time: start, now: () => clock.time }
  return clock
}
const entry = (over: Partial<NewEntry> = {}): NewEntry => ({
  kind: 'delete',
  outcome: 'done',
  who: { id: 2, name: 'ann' },
  address: '192.0.2.1',
  ...over,
})
const ALL = { before: auditPositionOf(START + 24 * 365 * HOUR_MS), after: auditPositionOf(START - 24 * 60 * HOUR_MS) }
const read = async (scratch: Parameters<typeof newestFirst>[0], span = ALL) =>
  (await Array.fromAsync(newestFirst(scratch, span))).flatMap(({ entries }) => entries)

describe('writing the audit down', () => {
  it('puts a line an entry into an object of the hour and the process', async () => {
    const { scratch, objects } = bucket()
    const clock = clockAt(START)
    const recorder = new AuditRecorder({ scratch, writer: 'one', log, now: clock.now })
    recorder.take(entry({ path: '/a\nb' }), false)
    await recorder.flush()
    recorder.take(entry({ path: '/c' }), false)
    clock.time += HOUR_MS
    recorder.take(entry({ path: '/d' }), false)
    await recorder.stop()
    expect([...objects.keys()]).toEqual(['audit/2026-03-01T00/one-00000.jsonl', 'audit/2026-03-01T01/one-00001.jsonl'])
    const lines = objects
      .get('audit/2026-03-01T00/one-00000.jsonl')
      ?.toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry)
    expect(lines?.map(({ path, time }) => [path, time])).toEqual([
      ['/a\nb', '2026-03-01T00:30:00.000Z'],
      ['/c', '2026-03-01T00:30:00.000Z'],
    ])
  })

  it('counts what is alike and not written yet in one entry', async () => {
    const { scratch } = bucket()
    const recorder = new AuditRecorder({ scratch, writer: 'one', log, now: () => START })
    const guess = entry({ kind: 'linkRefused', outcome: 'refused' })
    for (let index = 0; index < 300; index++) recorder.take({ ...guess }, true)
    recorder.take({ ...guess, address: '192.0.2.2' }, true)
    await recorder.flush()
    recorder.take({ ...guess }, true)
    await recorder.stop()
    expect((await read(scratch)).map(({ address, count }) => [address, count])).toEqual([
      ['192.0.2.1', undefined],
      ['192.0.2.2', undefined],
      ['192.0.2.1', 300],
    ])
  })

  it('counts nothing into an entry that is being written', async () => {
    const { scratch } = bucket()
    const guess = entry({ kind: 'signIn', outcome: 'refused' })
    let left = 4
    const recorder = new AuditRecorder({
      writer: 'one',
      log,
      now: () => START,
      scratch: {
        put: async (key, body) => {
          if (left-- > 0) recorder.take({ ...guess }, true)
          await scratch.put(key, body)
        },
      },
    })
    recorder.take({ ...guess }, true)
    await recorder.flush()
    expect((await read(scratch)).reduce((sum, { count = 1 }) => sum + count, 0)).toBe(5)
  })

  it('keeps what waits while the storage is away, up to a bound, and nothing twice', async () => {
    const { scratch, state } = bucket()
    const recorder = new AuditRecorder({ scratch, writer: 'one', log, now: () => START, waitingMax: 3 })
    recorder.take(entry({ path: '/0' }), false)
    await recorder.flush()
    state.isAway = true
    for (let index = 1; index < 6; index++) recorder.take(entry({ path: `/${index}` }), false)
    await expect(recorder.flush()).rejects.toMatchObject({ code: 'unavailable' })
    state.isAway = false
    await recorder.flush()
    expect((await read(scratch)).map(({ path }) => path)).toEqual(['/3', '/2', '/1', '/0'])
  })

  it('begins another object before one grows large, and loses nothing', async () => {
    const { scratch, objects } = bucket()
    const recorder = new AuditRecorder({ scratch, writer: 'one', log, now: () => START })
    for (let index = 0; index < 5_000; index++) {
      recorder.take(entry({ path: `/${'x'.repeat(100)}${index}` }), false)
      if (index % 1_500 === 0) await recorder.flush()
    }
    await recorder.stop()
    expect(objects.size).toBeGreaterThan(2)
    for (const body of objects.values()) expect(body.length).toBeLessThanOrEqual(256 * 1024)
    expect((await read(scratch)).map(({ path }) => Number(path?.slice(101)))).toEqual(
      Array.from({ length: 5_000 }, (_, index) => 4_999 - index),
    )
  })
})

describe('reading the audit', () => {
  /** Two processes that write by turns over some hours. */
  async function written() {
    const { scratch, objects } = bucket()
    const clock = clockAt(START)
    const recorders = ['one', 'two'].map((writer) => new AuditRecorder({ scratch, writer, log, now: clock.now }))
    for (let index = 0; index < 40; index++) {
      recorders[index % 2]?.take(entry({ path: `/${index}` }), false)
      if (index % 5 === 0) for (const recorder of recorders) await recorder.flush()
      clock.time += HOUR_MS / 4
    }
    for (const recorder of recorders) await recorder.stop()
    return { scratch, objects, clock }
  }
  const numbers = (entries: AuditEntry[]) => entries.map(({ path }) => Number(path?.slice(1)))
  const backFrom = (first: number, last: number) =>
    Array.from({ length: first - last + 1 }, (_, index) => first - index)

  it('merges what all processes wrote, newest first', async () => {
    const { scratch } = await written()
    expect(numbers(await read(scratch))).toEqual(backFrom(39, 0))
  })

  it('begins before an entry, and ends with a time', async () => {
    const { scratch } = await written()
    const all = await read(scratch)
    const before = all[9]?.id ?? ''
    expect(numbers(await read(scratch, { ...ALL, before }))).toEqual(backFrom(29, 0))
    expect(numbers(await read(scratch, { before, after: auditPositionOf(Date.parse(all[19]?.time ?? '')) }))).toEqual(
      backFrom(29, 20),
    )
  })

  it('passes over lines that are broken, and objects of others', async () => {
    const { scratch, objects } = await written()
    objects.set('audit/notes.txt', Buffer.from('mine'))
    const [key = ''] = objects.keys()
    objects.set(key, Buffer.concat([Buffer.from('{"id":\n'), objects.get(key) ?? Buffer.alloc(0)]))
    expect(await read(scratch)).toHaveLength(40)
  })

  it('tells pages that fit together, by person and kind', async () => {
    const { scratch, clock } = await written()
    const audit = new HouseholdAudit({ scratch, log, now: clock.now, newId: () => 'three' })
    audit.note({
      kind: 'sessionEnd',
      who: { id: 3, username: 'Bob' },
      actor: { id: 1, username: 'admin' },
      address: '',
    })
    audit.note({ kind: 'sessionEnd', who: { id: 3, username: 'Bob' }, actor: { id: 3, username: 'Bob' }, address: '' })
    const first = await audit.page({ limit: 25 })
    const second = await audit.page({ limit: 25, cursor: first.cursor ?? '' })
    expect([first.items.length, second.items.length, second.cursor]).toEqual([25, 17, null])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(42)
    expect((await audit.page({ who: 'BOB' })).items.map(({ actor }) => actor)).toEqual([
      undefined,
      { id: 1, name: 'admin' },
    ])
    expect((await audit.page({ who: '1' })).items).toHaveLength(1)
    expect((await audit.page({ kind: ['delete'], who: 'bob' })).items).toEqual([])
    expect((await audit.page({ kind: ['delete'], limit: 40 })).cursor).toBeNull()
  })

  it('answers with what it has when little matches for long, and goes on from there', async () => {
    const { scratch, clock } = await written()
    const slow = {
      ...scratch,
      get: async (key: string) => {
        clock.time += 2_000
        return scratch.get(key)
      },
    }
    const audit = new HouseholdAudit({ scratch: slow, log, now: clock.now, newId: () => 'three' })
    const pages: AuditEntry[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await audit.page({ limit: 40, ...(cursor && { cursor }) })
      pages.push(page.items)
      cursor = page.cursor
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(numbers(pages.flat())).toEqual(backFrom(39, 0))
  })

  it('forgets what is older than a year, and that alone', async () => {
    const { scratch, objects, clock } = await written()
    clock.time = START + 365 * 24 * HOUR_MS + 3 * HOUR_MS
    await new HouseholdAudit({ scratch, log, now: clock.now, newId: () => 'three' }).prune()
    const hours = [...objects.keys()].map((key) => readKey(key)?.hour)
    expect([hours.includes('2026-03-01T02'), hours.includes('2026-03-01T03'), hours.includes('2026-03-01T09')]).toEqual(
      [false, true, true],
    )
  })

  it('looks into each month once', () => {
    expect([...monthsBack(Date.parse('2026-03-31T23:59:00Z'), Date.parse('2025-12-31T23:59:59Z'))]).toEqual([
      'audit/2026-03',
      'audit/2026-02',
      'audit/2026-01',
      'audit/2025-12',
    ])
    expect(readKey(partKey('2026-03-01T00', 'abc', 7))).toEqual({ hour: '2026-03-01T00', writer: 'abc' })
  })
})

describe('exporting the audit', () => {
  const text = async (entries: Partial<AuditEntry>[], format: 'csv' | 'jsonl') =>
    (
      await Array.fromAsync(
        exported(
          (async function* () {
            yield entries as AuditEntry[]
          })(),
          format,
        ),
      )
    ).join('')

  it('quotes what a table would break at, and disarms formulas', async () => {
    const [head, row, ...rest] = (
      await text(
        [
          {
            id: 'x',
            time: 't',
            kind: 'delete',
            outcome: 'done',
            who: { id: 2, name: '=1+1' },
            address: '',
            path: '/a "b", c',
            fields: ['a', 'b'],
            count: 3,
          },
        ],
        'csv',
      )
    ).split('\r\n')
    expect(head).toBe('time,kind,outcome,reason,who,whoId,actor,actorId,address,device,path,link,fields,count,bytes,id')
    expect(row).toBe('t,delete,done,,\'=1+1,2,,,,,"/a ""b"", c",,a b,3,,x')
    expect(rest).toEqual([''])
  })
  it('has a heading also where nothing matches', async () =>
    expect((await text([], 'csv')).split('\r\n')).toHaveLength(2))
  it('is an entry a line as JSON', async () =>
    expect(await text([{ id: '1' }, { id: '2' }], 'jsonl')).toBe('{"id":"1"}\n{"id":"2"}\n'))
})
