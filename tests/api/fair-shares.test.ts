// Scarce resources are shared fairly: somebody who takes as much as possible cannot keep others waiting (B7, B9). Two
// replicas behind a proxy that says where people are.
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import type { Settings } from '../../backend/contract/settings.ts'
import { environment } from '../../scripts/lib/environment.ts'
import type { Answer } from '../helpers/answer.ts'
import { type Client, PASSWORD } from '../helpers/client.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { happens, until } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'
import { guestOf, linksOf, withPassword } from './links-client.ts'

const MIB = 1024 * 1024
const isFull = Boolean(environment()['NIDO_FULL'])
/** Failures at one account, after which strangers share one queue. */
const MOST = 12
/** The archive slots of a process: in total, for guests, for each one. */
const ARCHIVES = { all: 24, guests: 18, each: 6 }

let nido: Nido
let admin: Client
let alice: PersonsFiles
let bob: PersonsFiles
beforeAll(async () => {
  const settings = { TRUSTED_PROXIES: '127.0.0.1', LOGIN_FAILURES_ACCOUNT: String(MOST), LOGIN_WINDOW: '600s' }
  nido = await startNido({ settings })
  admin = await nido.adminClient()
  ;[alice, bob] = [filesOf(await nido.makePerson()), filesOf(await nido.makePerson())]
  await alice.given({ 'box/a.bin': randomBytes(24 * MIB) })
  await bob.given({ 'box/b.txt': 'of bob' })
}, 120_000)
afterAll(() => nido.stop(), 60_000)

const from = (address: string) => ({ 'X-Forwarded-For': address })
const REPLICAS = [0, 1]

/** Requests that are started and never read. Reports how many have been answered with bytes so far, and ends them. */
function openAll(requests: ((signal: AbortSignal) => ReturnType<Client['open']>)[]) {
  const control = new AbortController()
  const seen = { begun: 0 }
  const begin = async (request: (typeof requests)[number]) => {
    const response = await request(control.signal)
    response.on('error', () => undefined)
    if (response.statusCode === 200) seen.begun += 1
    else response.resume()
  }
  for (const request of requests) {
    void begin(request).catch(() => undefined)
  }
  return { seen, end: () => control.abort() }
}

/** A person's own archive arrives complete from each replica. */
async function expectArchive(who: PersonsFiles): Promise<void> {
  for (const replica of REPLICAS) {
    const { body } = (await who.raw('/box', { algo: 'zip' }, { replica })).expect(200)
    expect(body.includes('of bob')).toBe(true)
  }
}

describe('archives', () => {
  it('B7: of a person who reads none of them keep nobody else waiting', async () => {
    const stalled = openAll(
      REPLICAS.flatMap((replica) =>
        Array.from(
          { length: ARCHIVES.all },
          () => (signal: AbortSignal) => alice.client.open('GET', '/api/raw/box?algo=zip', { replica, signal }),
        ),
      ),
    )
    try {
      await happens(() => stalled.seen.begun >= 2 * ARCHIVES.each, 'as many as one may have')
      for (let round = 0; round < 3; round += 1) await expectArchive(bob)
      expect(stalled.seen.begun).toBe(2 * ARCHIVES.each)
    } finally {
      stalled.end()
    }
  })

  it('B7: of guests at many addresses keep no signed-in person waiting', async () => {
    const { hash } = await linksOf(alice.client).make('/box')
    const guest = (address: string, replica: number) => (signal: AbortSignal) =>
      nido.client().open('GET', `/api/public/dl/${hash}?algo=zip`, { replica, signal, headers: from(address) })
    const stalled = openAll(
      REPLICAS.flatMap((replica) =>
        Array.from({ length: ARCHIVES.all }, (_, index) => guest(`198.51.100.${index}`, replica)),
      ),
    )
    try {
      await happens(() => stalled.seen.begun >= 2 * ARCHIVES.guests, 'as many as guests may have')
      for (let round = 0; round < 3; round += 1) await expectArchive(bob)
      expect(stalled.seen.begun).toBe(2 * ARCHIVES.guests)
      // They lose a slot once they have read nothing for a minute. A client that retries as told then gets it.
      const other = { replica: 0, headers: from('203.0.113.7') }
      const download = () => guestOf(nido.client()).download(hash, '?algo=zip&files=a.bin', other)
      const isLet = async () => (await download()).status === 200
      expect(!isFull || (await until(isLet, 180_000))).toBe(true)
    } finally {
      stalled.end()
    }
  }, 240_000)
})

describe('uploads in chunks', () => {
  it('B9: are limited to four at once for a person on each replica; the fifth waits, and others do not', async () => {
    const paths = Array.from({ length: 5 }, (_, index) => `/chunk-${index}.bin`)
    for (const path of paths) (await alice.tusBegin(path, 2)).expect(201)
    const bodies = paths.slice(0, 4).map(() => new PassThrough())
    const send = (path: string, body: PassThrough | string, who = alice): Promise<Answer> =>
      who.tusPatch(path, 0, body, { replica: 0 })
    const slow = bodies.map((body, index) => {
      body.write('a')
      return send(paths[index] ?? '', body)
    })
    // An upload is under way once nobody else may work on it.
    for (const path of paths.slice(0, 4)) {
      await happens(async () => (await recordsAtWork()).has(path), `a chunk of ${path} on its way`)
    }
    const answered: Answer[] = []
    const fifth = send(paths[4] ?? '', 'ab').then((answer) => answered.push(answer))
    for (let round = 0; round < 5; round += 1) {
      ;(await bob.tusBegin(`/b${round}.bin`, 2)).expect(201)
      ;(await send(`/b${round}.bin`, 'ab', bob)).expect(204)
    }
    expect(answered).toEqual([])
    // The same person may have another four at another replica.
    ;(await alice.tusBegin('/elsewhere.bin', 1)).expect(201)
    ;(await alice.tusPatch('/elsewhere.bin', 0, 'a', { replica: 1 })).expect(204)
    for (const body of bodies) body.end('b')
    for (const answer of await Promise.all(slow)) answer.expect(204)
    await fifth
    expect(answered).toMatchObject([{ status: 204 }])
    for (const path of paths) expect(await alice.read(path)).toBe('ab')
  }, 120_000)

  /** The paths of uploads for which a chunk is on its way. */
  async function recordsAtWork(): Promise<Set<string>> {
    return withDatabase(async (database) => {
      const found = await database.collection<{ leaseOwner: string; shown: string }>('uploads').find().toArray()
      return new Set(found.filter(({ leaseOwner }) => leaseOwner.startsWith('chunk-')).map(({ shown }) => shown))
    })
  }
})

async function withDatabase<T>(work: (database: mongoose.Connection) => Promise<T>): Promise<T> {
  const database = await mongoose.createConnection(nido.mongoUrl).asPromise()
  return work(database).finally(() => database.close())
}

describe('sign-ups', () => {
  it('B9: of 40 at once some get through, the rest wait as told, and nobody else waits for them', async () => {
    const settings = (await admin.get('/api/settings')).expect(200).json<Settings>()
    ;(await admin.put('/api/settings', { ...settings, signup: true })).expect(200)
    const post = (call: 'login' | 'signup', username: string, address: string, replica?: number) => {
      const where = replica === undefined ? {} : { replica }
      return nido.client().post(`/api/${call}`, { username, password: PASSWORD }, { headers: from(address), ...where })
    }
    const many = Promise.all(Array.from({ length: 40 }, (_, index) => post('signup', `new-${index}`, '198.51.100.40')))
    ;(await post('login', bob.client.username, '192.0.2.40')).expect(200)
    ;(await post('signup', 'neighbour', '198.51.100.41')).expect(200)
    const answers = await many
    const made = answers.filter(({ status }) => status === 200).length
    expect(made).toBeGreaterThan(0)
    // At each replica one more may be under way when the thirtieth is counted.
    expect(made).toBeLessThanOrEqual(31)
    for (const { status, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect([429, 503]).toContain(status)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    let late = 0
    while (late <= 30 && (await post('signup', `late-${late}`, '198.51.100.40')).status === 200) late += 1
    expect([30, 31]).toContain(made + late)
    for (const replica of REPLICAS) {
      const refused = await post('signup', 'too-late', '198.51.100.40', replica)
      expect(Number(refused.expect(429).headers['retry-after'])).toBeGreaterThan(60)
    }
  }, 180_000)
})

describe('guesses at one account from many addresses', () => {
  const HOME = '192.0.2.1'
  const login = (username: string, password: string, address: string, replica: number) =>
    nido.client().post('/api/login', { username, password }, { replica, headers: from(address) })

  /** Each guess comes from an address of its own; the replicas take turns. */
  async function guess(username: string, times: number, net: string): Promise<Answer[]> {
    const answers: Answer[] = []
    for (let index = 0; index < times; index += 1) {
      answers.push(await login(username, 'wrong', `${net}.${index + 1}`, index % 2))
    }
    return answers
  }

  const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
  const times = (count: number, status: number) => Array.from({ length: count }, () => status)

  it.each([
    ['a person', () => bob.client.username, PASSWORD],
    ['the administrator', () => nido.admin.username, ''],
  ])(
    'B9: leave strangers one try a minute in total, and lock %s out nowhere',
    async (who, nameOf, given) => {
      const name = nameOf()
      const password = given || nido.admin.password
      const [net, own] = who === 'a person' ? ['10.1.0', '10.2.0'] : ['10.3.0', '10.4.0']
      ;(await login(name, password, HOME, 0)).expect(200)
      expect(statuses(await guess(name, MOST, net))).toEqual(times(MOST, 403))
      // The one try of this minute, and those that come too late for it.
      const late = await guess(name, 7, own)
      expect(statuses(late)).toEqual([403, ...times(6, 429)])
      for (const { headers } of late.slice(1)) {
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
      }
      for (const replica of REPLICAS) {
        ;(await login(name, password, HOME, replica)).expect(200)
        ;(await login(name, password, `${own}.99`, replica)).expect(429)
        // Other people sign in from anywhere.
        ;(await login(alice.client.username, PASSWORD, `${own}.98`, replica)).expect(200)
      }
      // Ends the minute.
      await withDatabase(async (database) =>
        database
          .collection<{ _id: string }>('failures')
          .updateMany({ _id: { $regex: '^strangers-' } }, { $set: { until: Date.now() - 1 } }),
      )
      ;(await login(name, password, `${own}.99`, 0)).expect(200)
      ;(await login(name, password, `${own}.99`, 1)).expect(200)
      ;(await login(name, password, `${own}.97`, 1)).expect(429)
    },
    120_000,
  )

  it('B9: are limited in the same way for a name that does not exist', async () => {
    const answers = await guess('nobody-at-all', MOST + 5, '10.5.0')
    expect(statuses(answers)).toEqual([...times(MOST + 1, 403), ...times(4, 429)])
  })

  it('B9: at a locked link are limited for strangers too, but not for guests who have opened it', async () => {
    const { hash } = await linksOf(bob.client).make('/box', { password: 'Open-Sesame-42' })
    const look = (password: string, address: string, replica: number) =>
      guestOf(nido.client()).look(hash, '', { replica, headers: { ...from(address), ...withPassword(password) } })
    ;(await look('Open-Sesame-42', HOME, 0)).expect(200)
    const seen: number[] = []
    for (let index = 0; index < MOST + 5; index += 1) {
      seen.push((await look('wrong', `10.8.0.${index}`, index % 2)).status)
    }
    expect(seen).toEqual([...times(MOST + 1, 401), ...times(4, 429)])
    for (const replica of REPLICAS) {
      ;(await look('Open-Sesame-42', HOME, replica)).expect(200)
      ;(await look('Open-Sesame-42', '10.9.0.1', replica)).expect(429)
    }
  })

  it('B9: do not affect a session, which proves its password from anywhere', async () => {
    const name = bob.client.username
    await guess(name, 2, '10.6.0')
    const data = { id: bob.client.id, password: PASSWORD }
    const body = { what: 'user', which: ['password'], current_password: PASSWORD, data }
    ;(await bob.client.put(`/api/users/${bob.client.id}`, body, { headers: from('10.7.0.1') })).expect(200)
  })
})
