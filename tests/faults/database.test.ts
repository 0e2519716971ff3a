// F29: if many processes want something at once, only one gets it. The embedded database alone loses updates. Its door,
// and the way Nido queries it, must not.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PASSWORD } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import type { RoundResult } from './database-rounds.ts'

const ROUNDS = 1_000
const LONG_MS = 240_000

let servers: Servers & { stop(): Promise<void> }
beforeAll(async () => {
  servers = await useServers()
})
afterAll(() => servers.stop())

/** Starts a racing process and waits until it is ready. */
async function startRacer(url: string): Promise<ChildProcess> {
  const racer = fork(path.join(import.meta.dirname, 'database-rounds.ts'), [url], {
    execPath: path.join(import.meta.dirname, '../../node_modules/.bin/node'),
    execArgv: [],
    stdio: 'inherit',
  })
  await hear(racer)
  return racer
}

/** The next message of a racing process. @throws Error if it ends instead */
async function hear(racer: ChildProcess): Promise<unknown> {
  const heard = new AbortController()
  const { signal } = heard
  const ended = once(racer, 'exit', { signal }).then(([code]) => {
    throw new Error(`a racer ended with code ${String(code)}`)
  })
  try {
    const [message] = await Promise.race([once(racer, 'message', { signal }), ended])
    return message
  } finally {
    heard.abort()
  }
}

async function ask<T>(racer: ChildProcess, message: object): Promise<T> {
  const answered = hear(racer)
  racer.send(message)
  return (await answered) as T
}

describe('two processes that race at the database', () => {
  it(
    `have one winner of a lease and of a name in each of ${ROUNDS} rounds, and every number once`,
    async () => {
      const url = `${servers.mongoUrl}/rounds-${randomBytes(5).toString('hex')}`
      const racers = await Promise.all([startRacer(url), startRacer(url)])
      const numbers = new Set<number>()
      const odd: string[] = []
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const results = await Promise.all(racers.map((racer) => ask<RoundResult>(racer, { round })))
          const winners = {
            lease: results.filter(({ hasLease }) => hasLease).length,
            name: results.filter(({ hasName }) => hasName).length,
          }
          if (winners.lease !== 1 || winners.name !== 1) odd.push(`round ${round}: ${JSON.stringify(winners)}`)
          for (const { number } of results) numbers.add(number)
          await Promise.all(racers.map((racer) => ask(racer, { release: true })))
        }
      } finally {
        for (const racer of racers) racer.disconnect()
      }
      expect(odd).toEqual([])
      expect(numbers.size).toBe(2 * ROUNDS)
      expect(Math.max(...numbers)).toBe(2 * ROUNDS)
    },
    LONG_MS,
  )
})

describe('two replicas that are asked for one name at once', () => {
  let nido: Nido
  beforeAll(async () => {
    nido = await startNido()
  })
  afterAll(() => nido.stop())

  it(
    'have one winner in each of 20 rounds; the other is refused in words, and no number is given twice',
    async () => {
      const admin = await nido.adminClient()
      const locations: (string | undefined)[] = []
      for (let round = 0; round < 20; round++) {
        const data = { username: `racer-${round}`, password: PASSWORD, scope: `/racer-${round}` }
        const answers = await Promise.all(
          [0, 1].map((replica) => admin.post('/api/users', { what: 'user', which: [], data }, { replica })),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
        expect(answers.map(({ text }) => text).join('')).not.toMatch(/E11000|duplicate/)
        locations.push(...answers.map(({ headers }) => headers.location).filter(Boolean))
      }
      expect(new Set(locations).size).toBe(20)
    },
    LONG_MS,
  )
})
