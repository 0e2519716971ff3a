import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import Koa from 'koa'
import { type Pourable, PouredStream, type Take } from '../lib/poured-stream.ts'
import { sendPoured } from './poured-bodies.ts'

const PIECE = 256 * 1024

let pour: (take: Take) => Promise<void>
let closed = 0
const source: Pourable = {
  pour: (take) => pour(take),
  close: () => {
    closed += 1
  },
}
const errors: NodeJS.ErrnoException[] = []
const app = new Koa()
app.on('error', (error: Error) => errors.push(error))
app.use(sendPoured())
app.use((ctx) => {
  ctx.body = new PouredStream(source)
})
const server = http.createServer(app.callback())
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  closed = 0
  errors.length = 0
})

const ask = async () => {
  const request = http.get({ port: (server.address() as AddressInfo).port, agent: false })
  request.on('error', () => undefined)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  return answer
}

it('sends the pieces, whose memory is changed as soon as they are written', async () => {
  const memory = Buffer.alloc(PIECE)
  pour = async (take) => {
    for (let number = 0; number < 100; number += 1) {
      memory.fill(number)
      await take(memory)
      memory.fill(255)
    }
  }
  const body = Buffer.concat(await (await ask()).toArray())
  expect(body.length).toBe(100 * PIECE)
  for (let number = 0; number < 100; number += 1)
    expect(body.subarray(number * PIECE, (number + 1) * PIECE).equals(Buffer.alloc(PIECE, number))).toBe(true)
  expect(errors).toEqual([])
})

it('gives no piece back of which nobody knows whether it was sent, and says that the client went away', async () => {
  const outcomes: string[] = []
  let pieces = 0
  pour = async (take) => {
    for (;;) {
      pieces += 1
      const outcome = await take(Buffer.alloc(PIECE)).then(
        () => 'sent',
        () => 'lost',
      )
      outcomes.push(outcome)
      if (outcome === 'lost') throw new Error('the taker is gone')
    }
  }
  const answer = await ask()
  await wait(200)
  expect(pieces).toBe(outcomes.length + 1)
  answer.destroy()
  await wait(100)
  expect(outcomes.at(-1)).toBe('lost')
  expect(closed).toBeGreaterThan(0)
  // The other one is Koa's.
  expect(errors.map(({ code }) => code)).toEqual(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])
})

it('cuts the answer off where its source fails', async () => {
  pour = async (take) => {
    await take(Buffer.alloc(10))
    throw new Error('the storage is gone')
  }
  await expect((await ask()).toArray()).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(errors.map(({ message }) => message)).toEqual(['the storage is gone'])
})
