// Jobs alone: queues and runners of several processes over one real database, with work that the test carries out.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { IMPORT_HISTORY_MAX } from '../../backend/contract/limits.ts'
import { ChangeCounters } from '../../backend/src/database/change-counters.ts'
import { Attention } from '../../backend/src/lib/attention.ts'
import { DatabaseLeases } from '../../backend/src/database/leases.ts'
import { ImportHistory, importHistoryModel } from '../../backend/src/features/imports/history.ts'
import type { ImportJob } from '../../backend/src/features/imports/records.ts'
import { JOB_LEASE_MS } from '../../backend/src/jobs/holding.ts'
import { type JobModel, jobModel } from '../../backend/src/jobs/model.ts'
import { JobQueue } from '../../backend/src/jobs/queue.ts'
import { JobRunner } from '../../backend/src/jobs/runner.ts'
import {
  type Job,
  JobFailed,
  type JobLimits,
  JobLost,
  type JobRest,
  type JobWork,
  type RunningJob,
} from '../../backend/src/jobs/types.ts'
import { createMetrics } from '../../backend/src/lib/metrics.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { happens, soon } from '../helpers/until.ts'

type Running = RunningJob<string, number>

/** One run of a job, which ends when the test says so. */
interface Run {
  worker: string
  job: Running
  done(): void
  rest(rest: JobRest): void
  fail(error: Error): void
}

let servers: Servers & { stop?: () => Promise<void> }
let database: Connection
/** How far the clocks of all are put forward. */
let ahead = 0
const now = () => Date.now() + ahead
const log = pino({ level: 'silent' })
let limits: JobLimits = { running: 10, each: 10 }
/** Of jobs that do not wait for others. */
const QUICK: JobLimits = { running: 2, each: 1 }
let runs: Run[] = []
let discarded: string[] = []
let done: string[] = []
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  servers = await useServers()
})
afterAll(async () => {
  await servers.stop?.()
})
afterEach(async () => {
  for (const { job, done: end } of runs) if (!job.signal.aborted) end()
  for (const stop of stops.splice(0)) await stop()
  await database.dropDatabase()
  await database.close()
  ;[runs, discarded, done, limits] = [[], [], [], { running: 10, each: 10 }]
})

async function openQueue() {
  database = await mongoose.createConnection(`${servers.mongoUrl}/jobs-${randomBytes(5).toString('hex')}`).asPromise()
  const model = jobModel(database)
  const changeCounters = new ChangeCounters(database, log, { now })
  await changeCounters.start()
  stops.push(() => changeCounters.stop())
  const queue = new JobQueue({ model, changeCounters, now, keptMs: 3_600_000, keptMost: 3 })
  /** Adds jobs and answers their ids. */
  const add = async (owner: number, ...names: string[]) => {
    const jobs = names.map((name) => ({ _id: name, kind: 'test', owner, input: name }))
    return (await queue.add(jobs)).map(({ _id }) => _id)
  }
  const state = async (id: string) => (await queue.find(id))?.state ?? null
  const get = async (id: string) => (await queue.find(id)) as Job<string, number>
  const settles = (id: string, wanted: string | null) =>
    happens(async () => (await state(id)) === wanted, `${id} is ${wanted}`)
  return { model, queue, add, state, get, settles }
}

/** Whether a command of the database, or the news of a job that is done, fails. */
type Breaks = (what: string, change: unknown) => boolean

/** The real collection, over a line on which some commands are lost. */
const breaking = (model: JobModel, breaks: Breaks): JobModel =>
  new Proxy(model, {
    get: (target, name: keyof JobModel) => {
      const method = target[name] as unknown
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        if (breaks(String(name), args[1])) return Promise.reject(new Error('the line is down'))
        return Reflect.apply(method, target, args) as unknown
      }
    },
  })

/** A worker with its own knowledge of changes, as in a process of its own. */
async function startRunner(
  worker: string,
  discard: (id: string) => void = (id) => void discarded.push(id),
  { lookMs = 300, breaks }: { lookMs?: number; breaks?: Breaks } = {},
) {
  const changeCounters = new ChangeCounters(database, log, { now })
  await changeCounters.start()
  const work: JobWork<string, number> = {
    kind: 'test',
    run: (job) =>
      new Promise((resolve, reject) => {
        runs.push({ worker, job, done: resolve, rest: resolve, fail: reject })
        job.signal.addEventListener('abort', () => reject(new Error('left off')), { once: true })
      }),
    discard: async (job) => discard(job.id),
  }
  const runner = new JobRunner({
    model: breaks ? breaking(jobModel(database), breaks) : jobModel(database),
    works: [work, { ...work, kind: 'quick', limits: QUICK }] as unknown as JobWork<never, never>[],
    limits: async () => limits,
    onDone: async ({ _id }) => {
      if (breaks?.('onDone', _id)) throw new Error('cannot be told')
      done.push(_id)
    },
    leases: new DatabaseLeases(database, now),
    changeCounters,
    attention: new Attention(),
    metrics: createMetrics(),
    log,
    now,
    newId: randomUUID,
    lookMs,
  })
  runner.start()
  stops.push(async () => {
    await runner.stop()
    await changeCounters.stop()
  })
  return runner
}

const runOf = (id: string, count = 1): Run | undefined => runs.filter(({ job }) => job.id === id)[count - 1]
async function running(id: string, count = 1): Promise<Run> {
  const run = await soon(() => runOf(id, count), Boolean)
  if (run === undefined) throw new Error(`run ${count} of ${id} did not begin`)
  return run
}

describe('a job', () => {
  it('is carried out, and its progress is seen meanwhile', async () => {
    const { add, get, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    const { job, done: end } = await running('x')
    expect(job.input).toBe('x')
    job.report(40)
    await happens(async () => (await get('x')).progress === 40, 'its progress')
    await job.save(90)
    expect(await get('x')).toMatchObject({ state: 'running', progress: 90, holder: expect.any(String) })
    end()
    await settles('x', 'done')
    expect(done).toEqual(['x'])
    expect(await get('x')).toMatchObject({ holder: null, ended: expect.any(Number), progress: 90 })
  })

  it('is carried out by one of many workers', async () => {
    const { add, settles } = await openQueue()
    for (const worker of ['a', 'b', 'c']) await startRunner(worker)
    const ids = Array.from({ length: 12 }, (_, index) => `job${index}`)
    await add(1, ...ids)
    await happens(() => runs.length >= 10, 'as many run as may')
    for (const id of ids) {
      ;(await running(id)).done()
      await settles(id, 'done')
    }
    expect(runs.map(({ job }) => job.id).toSorted()).toEqual(ids.toSorted())
  })

  it('of a lost worker goes on elsewhere, from its last progress, and the lost one can change nothing', async () => {
    const { add, get, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    const first = await running('x')
    await first.job.save(30)
    // As if the process had been frozen for longer than its lease.
    ahead += JOB_LEASE_MS + 1_000
    expect(first.job.isHeld()).toBe(false)
    const second = await running('x', 2)
    expect(second.job.progress).toBe(30)
    await expect(first.job.save(99)).rejects.toBeInstanceOf(JobLost)
    first.done()
    expect(await get('x')).toMatchObject({ state: 'running', progress: 30 })
    second.done()
    await settles('x', 'done')
  })

  it('of a worker that stops is left to others at once', async () => {
    const { add, settles } = await openQueue()
    const stopping = await startRunner('a')
    await add(1, 'x')
    const { job } = await running('x')
    job.report(7)
    await startRunner('b')
    await stopping.stop()
    expect(job.signal.reason).toBe('stop')
    const again = await running('x', 2)
    expect([again.worker, again.job.progress]).toEqual(['b', 7])
    again.done()
    await settles('x', 'done')
  })
})

describe('the history of imports', () => {
  const item = (name: string) =>
    ({
      owner: 7,
      kind: 'link',
      input: { name, shownSource: name },
      progress: null,
      ended: now(),
    }) as unknown as ImportJob

  it('has each link once, the latest first, and not too many', async () => {
    await openQueue()
    const history = new ImportHistory(importHistoryModel(database))
    for (const name of ['a', 'b', 'a']) await history.note(item(name))
    expect((await history.list(7)).map(({ link }) => link)).toEqual(['a', 'b'])
    expect(await history.list(8)).toEqual([])
    const names = Array.from({ length: IMPORT_HISTORY_MAX }, (_, index) => `n${index}`)
    for (const name of names.slice(0, -4)) await history.note(item(name))
    // Two workers may note at once.
    await Promise.all(names.slice(-4).map((name) => history.note(item(name))))
    const kept = (await history.list(7)).map(({ link }) => link)
    expect([kept.length, kept.includes('a'), kept.slice(0, 4).toSorted()]).toEqual([
      IMPORT_HISTORY_MAX,
      false,
      names.slice(-4).toSorted(),
    ])
    await history.clear(7)
    expect(await history.list(7)).toEqual([])
  })
})

describe('what an owner wants', () => {
  it('is obeyed: pause, go on, cancel', async () => {
    const { queue, add, get, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    const first = await running('x')
    await first.job.save(5)
    await queue.pause(await get('x'))
    await settles('x', 'paused')
    expect(first.job.signal.reason).toBe('pause')
    await queue.resume(await get('x'))
    const second = await running('x', 2)
    expect(second.job.progress).toBe(5)
    await queue.cancel(await get('x'))
    await happens(() => discarded.includes('x'), 'its leftovers are removed')
    await settles('x', null)
  })

  it('holds before a worker has the job, and without any worker', async () => {
    const { model, queue, add, get, state } = await openQueue()
    await add(1, 'x', 'y')
    await queue.pause(await get('x'))
    expect(await state('x')).toBe('paused')
    await queue.cancel(await get('y'))
    expect(await queue.list(1)).toHaveLength(1)
    await startRunner('a')
    await happens(async () => (await model.countDocuments()) === 1, 'the cancelled one is gone')
    expect(runs).toEqual([])
  })

  it('tries the removal of leftovers again', async () => {
    const { model, queue, add, get } = await openQueue()
    let tries = 0
    await startRunner('a', () => {
      tries += 1
      if (tries === 1) throw new Error('not now')
    })
    await add(1, 'x')
    await running('x')
    await queue.cancel(await get('x'))
    await happens(() => tries === 1, 'the first try')
    ahead += 10_000
    await happens(async () => (await model.countDocuments()) === 0, 'the second try')
    expect(tries).toBe(2)
  })

  it('reaches a running job in its input, and changes nothing else of that', async () => {
    const { queue } = await openQueue()
    await startRunner('a')
    await queue.add([{ _id: 'x', kind: 'test', owner: 1, input: { a: 1, b: { c: 1, d: 1 } } }])
    const { job } = await running('x')
    await Promise.all([queue.change('x', { input: { 'b.c': 2 } }), queue.change('x', { input: { a: [3] } })])
    const changed = { a: [3], b: { c: 2, d: 1 } }
    const input = () => JSON.stringify(job.input)
    expect(JSON.parse(await soon(input, (now) => now === JSON.stringify(changed)))).toEqual(changed)
  })
})

describe('a failure', () => {
  it('that has a reason ends the job, until its owner tries again', async () => {
    const { queue, add, get, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    ;(await running('x')).fail(new JobFailed('gone', '404'))
    await settles('x', 'failed')
    expect((await get('x')).failure).toEqual({ code: 'gone', detail: '404' })
    await queue.resume(await get('x'))
    ;(await running('x', 2)).done()
    await settles('x', 'done')
    expect((await get('x')).failure).toBeNull()
  })

  it('without one is tried again, later and later, and not for ever', async () => {
    const { add, get, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    const pauses: number[] = []
    for (let run = 1; run <= 5; run += 1) {
      const { fail } = await running('x', run)
      fail(new Error('odd'))
      await settles('x', run < 5 ? 'waiting' : 'failed')
      pauses.push((await get('x')).notBefore - now())
      ahead += 60_000
    }
    expect(pauses.slice(0, 4).map((pause, index) => pause > 1_000 * 2 ** index)).toEqual([true, true, true, true])
    expect((await get('x')).failure).toEqual({ code: 'internal', detail: '' })
  })
})

describe('the end of a run', () => {
  const isEnd = (change: unknown) => JSON.stringify(change).includes('"state":"done"')

  it('is written as soon as the database takes it', async () => {
    const { add, get, settles } = await openQueue()
    let lost = 0
    await startRunner('a', undefined, {
      breaks: (what, change) => what === 'updateOne' && isEnd(change) && (lost += 1) < 3,
    })
    await add(1, 'x')
    ;(await running('x')).done()
    await settles('x', 'done')
    expect([lost, runs.length, (await get('x')).until]).toEqual([3, 1, 0])
  })

  it('gives the job to others if it cannot be written at all', async () => {
    const { add, get, settles } = await openQueue()
    const isFirst = () => runs.length === 1
    await startRunner('a', undefined, {
      breaks: (what, change) => what === 'updateOne' && isEnd(change) && isFirst(),
    })
    await add(1, 'x')
    ;(await running('x')).done()
    // Its worker leaves off before the lease ends, and renews it no more.
    ahead += JOB_LEASE_MS
    ;(await running('x', 2)).done()
    await settles('x', 'done')
    expect((await get('x')).fence).toBe(2)
  })

  it('is told until that works', async () => {
    const { add, settles } = await openQueue()
    let told = 0
    await startRunner('a', undefined, { breaks: (what) => what === 'onDone' && (told += 1) === 1 })
    await add(1, 'x')
    ;(await running('x')).done()
    await settles('x', 'waiting')
    ahead += 60_000
    ;(await running('x', 2)).done()
    await settles('x', 'done')
    expect(done).toEqual(['x'])
  })
})

describe('what is tried again', () => {
  // The workers look for nothing by themselves here, so each of them has to hear of it.
  it('begins each time, whoever of two workers hears of it', async () => {
    const { queue, add, get, settles } = await openQueue()
    for (const worker of ['a', 'b']) await startRunner(worker, undefined, { lookMs: 3_600_000 })
    const ids = await add(1, 'x', 'y', 'z')
    const rounds = environment()['NIDO_FULL'] ? 300 : 40
    await Promise.all(
      ids.map(async (id) => {
        for (let round = 1; round <= rounds; round += 1) {
          ;(await running(id, round)).fail(new JobFailed('gone'))
          await settles(id, 'failed')
          await queue.resume(await get(id))
        }
        ;(await running(id, rounds + 1)).done()
        await settles(id, 'done')
      }),
    )
    expect(runs).toHaveLength(ids.length * (rounds + 1))
  })
})

describe('the order', () => {
  it('is fair between owners, and keeps the places of one', async () => {
    limits = { running: 2, each: 2 }
    const { queue, add } = await openQueue()
    await add(1, 'a1', 'a2', 'a3')
    await add(2, 'b1')
    await queue.change('a3', { place: 1 })
    await startRunner('a')
    await happens(() => runs.length === 2, 'two run')
    expect(runs.map(({ job }) => job.id).toSorted()).toEqual(['a3', 'b1'])
  })

  it('lets no owner have more than their share', async () => {
    limits = { running: 3, each: 1 }
    const { add } = await openQueue()
    await add(1, 'a1', 'a2')
    await add(2, 'b1', 'b2')
    for (const worker of ['a', 'b']) await startRunner(worker)
    await happens(() => runs.length === 2, 'one each')
    ;(await running('a1')).done()
    await running('a2')
    expect(runs).toHaveLength(3)
  })
})

describe('ended jobs', () => {
  it('are forgotten when they are old, or too many', async () => {
    const { model, queue, add, settles } = await openQueue()
    await startRunner('a')
    const ids = await add(1, 'j1', 'j2', 'j3', 'j4')
    for (const id of ids) {
      ;(await running(id)).done()
      await settles(id, 'done')
    }
    await queue.removeOld()
    expect((await queue.list(1)).map(({ _id }) => _id).toSorted()).toEqual(['j2', 'j3', 'j4'])
    ahead += 3_700_000
    await queue.removeOld()
    expect(await queue.list(1)).toEqual([])
    await happens(async () => (await model.countDocuments()) === 0, 'their leftovers are removed')
  })
})

describe('a job that is never done', () => {
  it('waits until its time, and stops until it is resumed', async () => {
    const { add, get, queue, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    ;(await running('x')).rest({ until: now() + 3_600_000 })
    await settles('x', 'waiting')
    expect(await get('x')).toMatchObject({ holder: null, failure: null, ended: null })
    await queue.removeOld()
    await queue.resume(await get('x'))
    ;(await running('x', 2)).rest({ stopped: { code: 'forbidden', detail: 'no' } })
    await settles('x', 'paused')
    expect((await get('x')).failure).toEqual({ code: 'forbidden', detail: 'no' })
    await queue.clear(1)
    await queue.resume(await get('x'))
    expect((await get('x')).failure).toBeNull()
    const { rest } = await running('x', 3)
    rest({ until: now() + 500 })
    await running('x', 4)
  })

  it('waits behind the others if it makes room for them, and says why', async () => {
    limits = { running: 1, each: 1 }
    const { add, get, queue, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x')
    const { job, rest } = await running('x')
    expect(await job.isPlaceWanted()).toBe(false)
    await add(1, 'y', 'z')
    await happens(() => job.isPlaceWanted(), 'its place is wanted')
    rest({ behind: { code: 'noPeers', detail: '' } })
    await running('y')
    expect(await get('x')).toMatchObject({ state: 'waiting', failure: { code: 'noPeers' }, holder: null })
    ;(await running('y')).done()
    ;(await running('z')).done()
    await running('x', 2)
    expect((await get('x')).failure).toBeNull()
    await queue.cancel(await get('x'))
    await settles('x', null)
  })

  it('obeys what its owner wishes while it ends a run', async () => {
    const { add, model, settles } = await openQueue()
    await startRunner('a')
    await add(1, 'x', 'y')
    for (const [id, wish] of [
      ['x', 'cancel'],
      ['y', 'pause'],
    ] as const) {
      const { rest } = await running(id)
      // As if the wish came when the worker had asked for the last time.
      await model.updateOne({ _id: id }, { $set: { wish } })
      rest({ until: now() + 3_600_000 })
    }
    await settles('y', 'paused')
    await settles('x', null)
    expect(discarded).toEqual(['x'])
  })

  it('may have limits of its own, beside those of the others', async () => {
    const { add, queue } = await openQueue()
    limits = { running: 1, each: 1 }
    await startRunner('a')
    await add(1, 'long', 'next')
    await running('long')
    const quick = (id: string, owner: number) => ({ _id: id, kind: 'quick', owner, input: id })
    await queue.add([quick('q1', 1), quick('q2', 1), quick('q3', 2), quick('q4', 3)])
    await running('q1')
    const { done: end } = await running('q3')
    expect(runs.map(({ job }) => job.id).toSorted()).toEqual(['long', 'q1', 'q3'])
    end()
    await running('q4')
    expect(runOf('next')).toBeUndefined()
  })
})
