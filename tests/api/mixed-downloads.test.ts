// Many downloads at once, of several people's files, by readers that hurry, dawdle, stall and leave: each gets its own
// bytes and no others. What the storage reads into memory is used again and again, so a mistake would show here.
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Nido, startNido } from '../helpers/nido.ts'
import { useServers } from '../helpers/servers.ts'
import { filesOf } from './files-client.ts'

const MIB = 1024 * 1024
const PEOPLE = 3
const SIZE = 20 * MIB
const READERS = 36
const SECONDS = 12

let servers: Awaited<ReturnType<typeof useServers>>
let nido: Nido
const people: { token: string; content: Buffer }[] = []
beforeAll(async () => {
  servers = await useServers()
  nido = await startNido({ replicas: 1, servers })
  for (let number = 0; number < PEOPLE; number += 1) {
    const client = await nido.makePerson()
    // Each word tells whose it is, and where it belongs.
    const content = Buffer.alloc(SIZE)
    for (let at = 0; at < SIZE; at += 4) content.writeUInt32LE((number << 28) + at / 4, at)
    await filesOf(client).given({ 'own.bin': content })
    people.push({ token: client.token, content })
  }
})
afterAll(async () => {
  await nido.stop()
  await servers.stop()
})

const upTo = (most: number) => Math.floor(Math.random() * most)

interface Reading {
  start: number
  end: number
  /** After so many bytes it leaves. */
  leavesAt: number
  /** After so many bytes it stands still, for longer than the storage waits for a reader. */
  stallsAt: number
  /** Milliseconds between two chunks. */
  pauseMs: number
}

function anyReading(): Reading {
  const start = Math.random() < 0.3 ? 0 : upTo(SIZE)
  const length = Math.random() < 0.5 ? 1 + upTo(200_000) : 1 + upTo(SIZE - start)
  const end = Math.min(SIZE, start + length) - 1
  return {
    start,
    end,
    leavesAt: Math.random() < 0.3 ? upTo(end - start + 1) : Infinity,
    stallsAt: Math.random() < 0.1 ? upTo(end - start + 1) : Infinity,
    pauseMs: Math.random() < 0.2 ? 5 : 0,
  }
}

/** Reads, and compares each byte. Answers how many bytes there were. */
async function read({ token, content }: (typeof people)[number], reading: Reading, agent: http.Agent): Promise<number> {
  const { start, end, leavesAt, pauseMs } = reading
  let { stallsAt } = reading
  const request = http.get(`${nido.urls[0]}/api/raw/own.bin`, {
    agent,
    headers: { 'X-Auth': token, Range: `bytes=${start}-${end}` },
  })
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
  if (answer.statusCode !== 206) throw new Error(`the answer was ${answer.statusCode}`)
  let at = start
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (!chunk.equals(content.subarray(at, at + chunk.length))) throw new Error(`other bytes than those at ${at}`)
    at += chunk.length
    if (at - start > leavesAt) return 0
    if (at - start > stallsAt) {
      stallsAt = Infinity
      await wait(3_000)
    } else if (pauseMs > 0) await wait(pauseMs)
  }
  if (at !== end + 1) throw new Error(`${end + 1 - at} bytes are missing`)
  return at - start
}

it('each reader gets the bytes asked for', async () => {
  const until = performance.now() + SECONDS * 1000
  const agent = new http.Agent({ keepAlive: true })
  const counts = await Promise.all(
    Array.from({ length: READERS }, async (_, number) => {
      let whole = 0
      while (performance.now() < until) {
        const person = people[(number + upTo(2)) % PEOPLE]
        if (person && (await read(person, anyReading(), agent)) > 0) whole += 1
      }
      return whole
    }),
  )
  agent.destroy()
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(READERS)
})
