import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { MIB, mostHeld } from '../../../../tests/helpers/memory.ts'
import { until } from '../../../../tests/helpers/until.ts'
import { PouredStream } from '../poured-stream.ts'
import { startBounded, watchMemory } from './bounds.ts'
import { ChildPool, type TaskBody } from './pool.ts'
import { readMessages } from './messages.ts'

const program = path.join(import.meta.dirname, 'trial-child.ts')
const share = { what: 'children', slots: 1, each: 1, waitingEach: 100, waitingMost: 100, patienceMs: 600_000 }
const options = { program, share, memory: 256 * MIB, answerBytes: 64 * MIB }
const never = new AbortController().signal
const NOTHING: TaskBody = { length: 0, open: () => [] }

let pool: ChildPool
beforeEach(() => {
  pool = new ChildPool(options)
})
afterEach(() => pool.stop())

const ask = (task: string, { body = NOTHING, limitMs = 30_000, signal = never } = {}) =>
  pool.run({ task, input: null, body, limitMs, signal })
const pidNow = async () => ((await ask('tell')).value as { pid: number }).pid
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Bytes that are lent in one memory, which is written anew for each piece; `onPiece` is called with what is lent. */
function lent(bytes: Buffer, onPiece = (_count: number) => {}): TaskBody {
  const memory = Buffer.alloc(MIB)
  const pour = async (take: (piece: Buffer) => Promise<void>) => {
    for (let at = 0; at < bytes.length; at += MIB) {
      const length = bytes.copy(memory, 0, at, at + MIB)
      const taken = take(memory.subarray(0, length))
      onPiece(at / MIB)
      await taken
      memory.fill(0xff)
    }
  }
  return { length: bytes.length, open: () => new PouredStream({ pour, close: () => undefined }) }
}

describe('work in a child', () => {
  it('answers bytes for bytes, one task after the other in one process without our environment', async () => {
    const bytes = Buffer.from(Array.from({ length: 3 * MIB }, (_, at) => at % 251))
    const { value, body } = await ask('reverse', {
      body: { length: bytes.length, open: () => [bytes.subarray(0, 1000), Buffer.alloc(0), bytes.subarray(1000)] },
    })
    expect([value, Buffer.from(body).equals(bytes.toReversed())]).toEqual([bytes.length, true])
    expect(await pidNow()).toBe(await pidNow())
    // Shells add words about themselves.
    const ofShells = ['PWD', 'OLDPWD', 'SHLVL', '_']
    const environment = (await ask('surroundings')).value as string[]
    expect(environment.filter((name) => !ofShells.includes(name)).toSorted()).toEqual([
      'MALLOC_ARENA_MAX',
      'PATH',
      'UV_THREADPOOL_SIZE',
    ])
  })

  it('is given bytes that are lent', async () => {
    const bytes = Buffer.from(Array.from({ length: 5 * MIB + 7 }, (_, at) => at % 251))
    const { body } = await ask('reverse', { body: lent(bytes) })
    expect(Buffer.from(body).equals(bytes.toReversed())).toBe(true)
  })

  it('ends while it is given bytes that are lent: another child is given them', async () => {
    const pid = await pidNow()
    const bytes = Buffer.alloc(8 * MIB, 'abcdefgh')
    const kill = (count: number) => count === 2 && isAlive(pid) && process.kill(pid, 'SIGKILL')
    const { value } = await ask('reverse', { body: lent(bytes, kill) })
    expect(value).toBe(bytes.length)
    expect(await pidNow()).not.toBe(pid)
  })

  it('says what the task says of it', async () => {
    await expect(ask('refuse')).rejects.toMatchObject({ code: 'tooLarge', message: 'too much of it' })
    await expect(ask('stumble')).rejects.toMatchObject({ code: 'unsupportedMediaType', cause: 'no such thing' })
  })

  it.each(['fill', 'crash', 'leave', 'babble'])(
    'that ends the process is answered in words, and hinders nobody: %s',
    async (task) => {
      const [before, others] = [pidNow(), [ask('tell'), ask('tell')]]
      await before
      const answered = ask(task)
      const after = ask('tell')
      await expect(answered).rejects.toMatchObject({ name: 'AppError', code: 'unsupportedMediaType' })
      expect((await after).value).toMatchObject({ pid: expect.any(Number) })
      await Promise.all(others)
    },
  )

  it('has bounded memory', async () => {
    await pidNow()
    const filling = () => expect(ask('fill')).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    const most = await mostHeld(() => pool.pids(), filling)
    expect(most / MIB).toBeLessThan(270)
  })

  it("is watched where the system bounds nobody's memory", async () => {
    const growing = 'const held = []; setInterval(() => held.push(new Uint8Array(10_000_000).fill(1)), 20)'
    const plenty = { memory: 8192 * MIB, processorSeconds: 60, isPatient: false }
    const child = startBounded({ program: process.execPath, args: ['-e', growing], searchPath: '', ...plenty })
    watchMemory(child, 200 * MIB)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  })

  it('has bounded time', async () => {
    await expect(ask('spin', { limitMs: 300 })).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    expect(await pidNow()).toBeGreaterThan(0)
  })

  it('is waited for no longer by who has gone', async () => {
    const gone = new AbortController()
    const [first, second] = [ask('spin', { limitMs: 1_000, signal: gone.signal }), ask('tell', { signal: gone.signal })]
    gone.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    await expect(second).rejects.toThrow('gone')
    expect(await pidNow()).toBeGreaterThan(0)
  })

  it('goes on in the same process where the bytes of a task end early, or never come', async () => {
    const pid = await pidNow()
    async function* cut() {
      yield Buffer.alloc(1000)
      throw new Error('the storage is gone')
    }
    await expect(ask('reverse', { body: { length: 2000, open: cut } })).rejects.toThrow('the storage is gone')
    await expect(ask('reverse', { body: { length: 2000, open: () => [Buffer.alloc(10)] } })).rejects.toThrow(
      'as many bytes',
    )
    await expect(ask('reverse', { body: { length: 20, open: () => [Buffer.alloc(30)] } })).rejects.toThrow(
      'as many bytes',
    )
    expect(await pidNow()).toBe(pid)
  })

  it('leaves no process behind when there is none for a while', async () => {
    pool = new ChildPool({ ...options, idleMs: 50 })
    const pid = await pidNow()
    expect(await until(() => !isAlive(pid))).toBe(true)
    expect(pool.pids()).toEqual([])
    expect(await pidNow()).not.toBe(pid)
  })
})

describe('a conversation', () => {
  const bytes = Buffer.alloc(8 * MIB, 'abcdefgh')
  const converse = (task: string, take: (given: Uint8Array) => Promise<void> = async () => undefined) =>
    pool.run({
      task,
      input: null,
      body: NOTHING,
      conversation: {
        size: bytes.length,
        read: async function* ({ start, end }) {
          yield bytes.subarray(start, end + 1)
        },
        take,
      },
      limitMs: 30_000,
      signal: never,
    })

  it('reads parts of a file and sends bytes before the answer; its child ends with it', async () => {
    const given: string[] = []
    const pid = await pidNow()
    const { value } = await converse('converse', async (piece) => void given.push(Buffer.from(piece).toString()))
    expect(value).toBe(1_000)
    expect(given.map((text) => [text.slice(0, 4), text.length])).toEqual([
      ['defg', 1_000],
      ['abc', 3],
    ])
    expect(await pidNow()).not.toBe(pid)
  })

  it.each(['grab', 'insist'])('refuses what is beyond the limits: %s', async (task) => {
    await expect(converse(task)).rejects.toMatchObject({ code: 'unsupportedMediaType' })
    expect(pool.pids()).toEqual([])
  })

  it('ends if its bytes are refused', async () => {
    const gone = new Error('gone')
    await expect(converse('converse', () => Promise.reject(gone))).rejects.toBe(gone)
    expect(pool.pids()).toEqual([])
  })

  it('is not possible for a task that was started without one', async () => {
    await expect(ask('converse')).rejects.toThrow('a child asks for what its task has not')
  })
})

describe('messages', () => {
  const read = async (bytes: Buffer) => {
    for await (const _ of readMessages(
      (async function* () {
        yield bytes
      })(),
      { header: 100, body: 100 },
    ));
  }
  const message = (header: string, rest = Buffer.alloc(4)) =>
    Buffer.concat([Buffer.from([0, 0, 0, header.length]), Buffer.from(header), rest])

  it.each([
    ['too long a header', Buffer.from([0, 1, 0, 0])],
    ['too long a body', message('{"length":101}')],
    ['no length', message('{}')],
    ['no JSON', message('{')],
    ['a cut head', Buffer.from([0, 0])],
    ['a cut body', message('{"length":5}', Buffer.from([0, 0, 0, 5, 1]))],
    ['too much', message('{"length":1}', Buffer.from([0, 0, 0, 2, 1, 1]))],
    ['too little', message('{"length":1}')],
  ])('with %s are refused', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/message|JSON/)
  })
})
