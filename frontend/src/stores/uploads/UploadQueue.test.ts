import { describe, expect, it } from '@jest/globals'
import { ApiError } from '../../api/http.ts'
import { type SentUpload, type TransferListener, WHOLE_MAX_BYTES } from '../../api/uploads.ts'
import { UploadFolder } from './UploadFolder.ts'
import { UploadJob } from './UploadJob.ts'
import { UploadQueue } from './UploadQueue.ts'

/** A server that does nothing by itself: the test says what becomes of each transfer. */
function setUp() {
  const begun: { transfer: SentUpload; listener: TransferListener; isStopped: boolean }[] = []
  const discarded: string[] = []
  const events: string[] = []
  const api = {
    start(transfer: SentUpload, _settings: unknown, listener: TransferListener) {
      const entry = { transfer, listener, isStopped: false }
      begun.push(entry)
      return {
        stop: () => {
          entry.isStopped = true
        },
      }
    },
    discard: (path: string, upload: string | null) => {
      discarded.push(upload === null ? path : `${path} ${upload}`)
      return Promise.resolve()
    },
  }
  const tell = (what: string) => (job: UploadJob) => {
    events.push(`${what} ${job.path}`)
  }
  const queue = new UploadQueue(api, () => ({ chunkSize: 10, retryCount: 1 }), {
    onDone: tell('done'),
    onNamed: tell('named'),
    onTaken: tell('taken'),
    onGone: tell('gone'),
  })
  const jobsOf = (count: number, size = 10) =>
    Array.from(
      { length: count },
      (_, index) =>
        new UploadJob({
          id: `${index}`,
          path: `/f${index}`,
          group: '/',
          size,
          modified: 1,
          override: false,
          file: new File(['x'.repeat(size)], `f${index}`),
        }),
    )
  const add = (count: number, size?: number) => {
    const jobs = jobsOf(count, size)
    queue.add(jobs)
    return jobs
  }
  const latest = (path: string) => {
    const found = begun.findLast(({ transfer }) => transfer.path === path)
    if (!found) throw new Error(`${path} has not begun`)
    return found
  }
  return { queue, begun, discarded, events, jobsOf, add, latest }
}

/** How often something goes from one item of a list to the next: by a loop, a spread, or a filter. */
function countSteps(work: () => void): number {
  let steps = 0
  const counted: {
    owner: Record<string, (...args: unknown[]) => unknown>
    name: string
    cost(list: unknown[]): number
  }[] = [
    { owner: Object.getPrototypeOf([][Symbol.iterator]()), name: 'next', cost: () => 1 },
    { owner: Object.getPrototypeOf(new Set()[Symbol.iterator]()), name: 'next', cost: () => 1 },
    { owner: Object.getPrototypeOf([]), name: 'filter', cost: ({ length }) => length },
  ]
  const restores = counted.map(({ owner, name, cost }) => {
    const original = owner[name]
    owner[name] = function counting(this: unknown[], ...args) {
      steps += cost(this)
      return original?.apply(this, args)
    }
    return () => Object.assign(owner, { [name]: original })
  })
  try {
    work()
  } finally {
    restores.forEach((restore) => restore())
  }
  return steps
}

describe('the queue of uploads', () => {
  it('runs five at once and starts the next when one has arrived', () => {
    const { queue, begun, add, latest } = setUp()
    add(7)
    expect(begun).toHaveLength(5)
    latest('/f2').listener.onDone()
    expect(begun.map(({ transfer }) => transfer.path)).toEqual(['/f0', '/f1', '/f2', '/f3', '/f4', '/f5'])
    expect(queue.tally.countDone).toBe(1)
    queue.leave()
  })
  it('counts bytes of all files', () => {
    const { queue, add, latest } = setUp()
    add(4)
    latest('/f0').listener.onDone()
    latest('/f1').listener.onProgress(5)
    queue.clock.look()
    expect([queue.bytesSent, queue.tally.bytesTotal, queue.percent]).toEqual([15, 40, 37])
    queue.leave()
  })
  it('gives the place of a paused file to the next, and goes on with it first', () => {
    const { queue, begun, add, latest } = setUp()
    const [first] = add(7)
    if (!first) throw new Error('no job')
    queue.pause(first)
    expect(latest('/f0').isStopped).toBe(true)
    expect(begun).toHaveLength(6)
    queue.go(first)
    latest('/f1').listener.onDone()
    expect(begun.at(-1)?.transfer).toMatchObject({ path: '/f0', resume: true })
    queue.leave()
  })
  it('goes on with the upload that the server named, and discards no other', () => {
    const { queue, discarded, events, add, latest } = setUp()
    const [first] = add(1, WHOLE_MAX_BYTES + 1)
    if (!first) throw new Error('no job')
    latest('/f0').listener.onNamed('one')
    queue.pause(first)
    queue.go(first)
    expect(latest('/f0').transfer).toMatchObject({ resume: true, upload: 'one' })
    queue.cancel(first)
    expect([events, discarded]).toEqual([['named /f0', 'gone /f0'], ['/f0 one']])
  })
  it('begins anew where another upload has taken its place', () => {
    const { queue, discarded, add, latest } = setUp()
    const [first] = add(1, WHOLE_MAX_BYTES + 1)
    if (!first) throw new Error('no job')
    latest('/f0').listener.onNamed('one')
    latest('/f0').listener.onProgress(7)
    latest('/f0').listener.onFailed(new ApiError(412, 'preconditionFailed', ''))
    expect([first.state, first.trouble, first.sent]).toEqual(['failed', 'preconditionFailed', 0])
    queue.go(first)
    expect(latest('/f0').transfer).toMatchObject({ resume: false, upload: null })
    queue.cancel(first)
    expect(discarded).toEqual(['/f0'])
  })
  it('starts nothing while all is paused', () => {
    const { queue, begun, add, latest } = setUp()
    add(7)
    queue.pauseAll()
    expect(queue.isBusy).toBe(false)
    expect(begun).toHaveLength(5)
    queue.resumeAll()
    expect(queue.running).toHaveLength(5)
    expect(latest('/f0').transfer.resume).toBe(true)
    queue.leave()
  })
  it('keeps a failed file for the person and goes on with the others', () => {
    const { queue, begun, add, latest } = setUp()
    const [first] = add(6)
    latest('/f0').listener.onFailed(new ApiError(507, 'noRoom', ''))
    expect(first?.state).toBe('failed')
    expect(first?.trouble).toBe('noRoom')
    expect(begun).toHaveLength(6)
    queue.leave()
  })
  it('counts nothing of a small file refused at its end, and keeps what has arrived of a large one', () => {
    const { queue, add, latest } = setUp()
    const [small] = add(1)
    latest('/f0').listener.onProgress(10)
    queue.clock.look()
    expect(queue.percent).toBe(100)
    latest('/f0').listener.onFailed(new ApiError(507, 'noRoom', ''))
    expect([small?.sent, queue.percent, queue.isBusy]).toEqual([0, 0, false])
    queue.cancelAll()
    const [large] = add(1, WHOLE_MAX_BYTES + 10)
    latest('/f0').listener.onProgress(WHOLE_MAX_BYTES)
    queue.clock.look()
    latest('/f0').listener.onFailed(new ApiError(507, 'noRoom', ''))
    expect(large?.sent).toBe(WHOLE_MAX_BYTES)
    queue.leave()
  })
  it('asks when the name was taken meanwhile', () => {
    const { events, queue, add, latest } = setUp()
    const [first] = add(1)
    latest('/f0').listener.onFailed(new ApiError(409, 'conflict', ''))
    expect(first?.state).toBe('asking')
    expect(events).toEqual(['taken /f0'])
    queue.leave()
  })
  it('throws away on the server what is cancelled after it has begun', () => {
    const { queue, discarded, events, add } = setUp()
    const jobs = [...add(1, WHOLE_MAX_BYTES + 1), ...add(1)]
    for (const job of jobs) queue.cancel(job)
    // What goes in one request leaves nothing behind.
    expect(discarded).toHaveLength(1)
    expect(events.filter((event) => event.startsWith('gone'))).toHaveLength(2)
    expect([queue.isEmpty, queue.tally.bytesTotal, queue.tally.countTotal]).toEqual([true, 0, 0])
  })
  it('begins its counts afresh after all has arrived', () => {
    const { queue, add, latest } = setUp()
    add(1)
    latest('/f0').listener.onDone()
    expect([queue.tally.countDone, queue.tally.finished.length]).toEqual([1, 1])
    add(1)
    expect([queue.tally.countTotal, queue.tally.countDone, queue.tally.finished.length]).toEqual([1, 0, 0])
    queue.leave()
  })
  it('works as long for each file of many as of few', () => {
    // Steps over lists while so many files are taken in, arrive one by one, or are all cancelled.
    const stepsFor = (count: number) => {
      const { queue, begun, jobsOf } = setUp()
      const jobs = jobsOf(count)
      const others = jobsOf(count)
      const steps = countSteps(() => {
        queue.add(jobs)
        for (let index = 0; index < count; index += 1) begun[index]?.listener.onDone()
        queue.add(others)
        queue.cancelAll()
      })
      expect([begun.length, queue.isEmpty]).toEqual([count + 5, true])
      return steps / count
    }
    expect(stepsFor(2_000)).toBeLessThan(stepsFor(200) * 1.2)
  })
  it('moves a waiting file, or a whole list of them, before the others', () => {
    const { queue, add, latest } = setUp()
    const jobs = add(9)
    queue.putFirst(jobs.slice(7))
    expect(queue.waiting.map(({ path }) => path)).toEqual(['/f7', '/f8', '/f5', '/f6'])
    queue.putFirst(jobs.slice(6, 7))
    queue.putFirst(jobs.slice(0, 1))
    latest('/f0').listener.onDone()
    expect(queue.running.at(-1)?.path).toBe('/f6')
    expect(queue.waiting.map(({ path }) => path)).toEqual(['/f7', '/f8', '/f5'])
    queue.leave()
  })
  it('pauses running and waiting files at once, starts none of them, and resumes them in order', () => {
    const { queue, begun, add } = setUp()
    const jobs = add(8)
    queue.pause(...jobs.slice(0, 7))
    expect(begun.map(({ transfer }) => transfer.path).slice(5)).toEqual(['/f7'])
    queue.goAll(jobs.slice(0, 7))
    expect(queue.running.map(({ path }) => path)).toEqual(['/f7', '/f0', '/f1', '/f2', '/f3'])
    expect(queue.waiting.map(({ path }) => path)).toEqual(['/f4', '/f5', '/f6'])
    queue.leave()
  })
  it('lists a folder as done when the last of its files has arrived or been cancelled', () => {
    const { queue, jobsOf, latest } = setUp()
    const folder = new UploadFolder('/trip', '/')
    const jobs = jobsOf(3).map((job) => new UploadJob({ ...job, folder }))
    for (const job of jobs) folder.add(job)
    queue.add(jobs)
    latest('/f0').listener.onDone()
    latest('/f1').listener.onDone()
    expect([folder.countDone, folder.bytesDone, folder.isOver, queue.tally.finished]).toEqual([2, 20, false, []])
    queue.cancel(...folder.jobs)
    expect([folder.countTotal, queue.tally.finished, queue.tally.countTotal]).toEqual([2, [folder], 2])
  })
  it('says that it is done where all files are empty', () => {
    const { queue, add, latest } = setUp()
    add(2, 0)
    latest('/f0').listener.onDone()
    expect(queue.percent).toBe(50)
    queue.leave()
  })
})
