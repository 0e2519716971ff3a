// The one dialler where a child dials by itself: whatever it is led to, it reaches nothing of this machine (T03, T04).
// 127.0.0.2 stands for the internet, 127.0.0.1 for the house.
import { fork, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import https from 'node:https'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { guardedStart } from '../../backend/src/lib/dial/child.ts'
import { startNameServer, type NameServer } from '../helpers/name-server.ts'
import { SELF_SIGNED } from '../helpers/self-signed.ts'
import type { Dialling, DiallingOutcome } from './dialling-child.ts'

const PUBLIC = '127.0.0.2'
const PRIVATE = '127.0.0.1'
/** How a child says that it was refused. WebSockets do not tell why. */
const REFUSED = /^(EPRIVATE|no WebSocket)$/

/** A child, and what its diallings come to. */
class Child {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, (outcome: string) => void>()
  #last = 0

  constructor(options: Parameters<typeof guardedStart>[0]) {
    const { module, environment } = guardedStart(options)
    this.#process = fork(path.join(import.meta.dirname, 'dialling-child.ts'), {
      execArgv: ['--import', module],
      env: { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
    })
    this.#process
      .on('message', ({ id, outcome }: DiallingOutcome) => this.#waiting.get(id)?.(outcome))
      .on('exit', () => this.#waiting.forEach((tell) => tell('the child has ended')))
  }

  dial(by: string, host: string, port: number): Promise<string> {
    const id = (this.#last += 1)
    if (this.#process.exitCode !== null) return Promise.resolve('the child has ended')
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#process.send({ id, by, host, port } satisfies Dialling)
    })
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
  }
}

/** Servers of all kinds at one address, and how often each was connected to. */
async function startListeners(host: string) {
  const reached = { tcp: 0, udp: 0 }
  const answer = { redirect: '' }
  const onRequest: Parameters<typeof createServer>[1] = (_request, response) => {
    if (answer.redirect) response.writeHead(302, { Location: answer.redirect }).end()
    else response.end('hello')
  }
  const plain = createServer(onRequest)
  const secure = https.createServer(SELF_SIGNED, onRequest)
  for (const server of [plain, secure]) {
    server.on('connection', () => {
      reached.tcp += 1
    })
    server.listen(0, host)
    await once(server, 'listening')
  }
  const datagrams = createSocket('udp4').on('message', () => {
    reached.udp += 1
  })
  datagrams.bind(0, host)
  await once(datagrams, 'listening')
  const portOf = (server: Server | https.Server) => (server.address() as AddressInfo).port
  return {
    reached,
    answer,
    ports: { tcp: portOf(plain), tls: portOf(secure), udp: datagrams.address().port },
    stop: async () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections()
        await new Promise((resolve) => {
          server.close(resolve)
        })
      }
      datagrams.close()
    },
  }
}
type Listeners = Awaited<ReturnType<typeof startListeners>>
type PortKind = keyof Listeners['ports']

const WAYS: readonly (readonly [by: string, kind: PortKind])[] = [
  ['fetch', 'tcp'],
  ['fetch https', 'tls'],
  ['http', 'tcp'],
  ['http by URL', 'tcp'],
  ['https', 'tls'],
  ['http2', 'tcp'],
  ['net', 'tcp'],
  ['net by options', 'tcp'],
  ['net by texts', 'tcp'],
  ['a new Socket', 'tcp'],
  ['tls', 'tls'],
  ['WebSocket', 'tcp'],
  ['dgram', 'udp'],
  ['dgram in parts', 'udp'],
  ['dgram connected', 'udp'],
]

let names: NameServer
let house: Listeners
let outside: Listeners
/** One asks our name server, the other the system's. */
let child: Child
let plainChild: Child

beforeAll(async () => {
  names = await startNameServer()
  house = await startListeners(PRIVATE)
  outside = await startListeners(PUBLIC)
  child = new Child({ privateAddresses: [`${PUBLIC}/32`], nameServers: [names.address] })
  plainChild = new Child({ privateAddresses: [`${PUBLIC}/32`] })
  names.say('outside.example', [PUBLIC])
  names.say('minio', [PRIVATE])
  names.say('mongo.house.internal', [PRIVATE, '::1'])
  names.say('six.example', ['::1'])
  names.say('mapped.example', ['::ffff:7f00:1'])
  names.say('both.example', [PUBLIC, PRIVATE])
  names.say('mixed.example', [PUBLIC, '::1'])
  names.say('metadata.example', ['169.254.169.254'])
  names.say('nothing.example', [])
})
afterAll(async () => {
  await Promise.all([child, plainChild].map((one) => one.stop()))
  await Promise.all([names, house, outside].map((one) => one.stop()))
})

describe('a guarded child', () => {
  it.each(WAYS.filter(([by]) => by !== 'WebSocket'))('reaches what is public, by %s', async (by, kind) => {
    expect(await child.dial(by, PUBLIC, outside.ports[kind])).toBe('reached')
    expect(await child.dial(by, 'outside.example', outside.ports[kind])).toBe('reached')
    expect(await plainChild.dial(by, PUBLIC, outside.ports[kind])).toBe('reached')
  })

  it('reaches what is public, by WebSocket', async () => {
    const before = outside.reached.tcp
    // It is no server of WebSockets, and nothing has asked it without TLS before.
    expect(await child.dial('WebSocket', PUBLIC, outside.ports.tls)).toBe('no WebSocket')
    expect(outside.reached.tcp).toBe(before + 1)
  })

  it.each(WAYS)('reaches nothing by an address of the house, by %s', async (by, kind) => {
    for (const host of [PRIVATE, '0.0.0.0', '127.0.0.3', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1'])
      expect([host, await child.dial(by, host, house.ports[kind])]).toEqual([host, expect.stringMatching(REFUSED)])
  })

  it.each(WAYS)('reaches nothing by a name that leads to the house, by %s', async (by, kind) => {
    for (const host of ['minio', 'mongo.house.internal', 'both.example', 'metadata.example'])
      expect([host, await child.dial(by, host, house.ports[kind])]).toEqual([host, expect.stringMatching(REFUSED)])
    for (const host of ['six.example', 'mapped.example', 'nothing.example', 'unknown.example'])
      expect([host, await child.dial(by, host, house.ports[kind])]).not.toEqual([host, 'reached'])
    expect(await plainChild.dial(by, 'localhost', house.ports[kind])).toMatch(REFUSED)
  })

  it.each(WAYS)('reaches nothing by an address in another spelling, by %s', async (by, kind) => {
    for (const host of ['127.1', '0177.0.0.1', '2130706433', '0x7f000001', '017700000001', '127.0.0.1.', '0'])
      for (const one of [child, plainChild])
        expect([host, await one.dial(by, host, house.ports[kind])]).not.toEqual([host, 'reached'])
  })

  it('is not led astray by a look-up of its own', async () => {
    expect(await child.dial('http with a look-up of its own', 'outside.example', outside.ports.tcp)).toBe('reached')
    expect(await child.dial('http with a look-up of its own', 'outside.example', house.ports.tcp)).not.toBe('reached')
  })

  it.each(WAYS)('looks a name up once for each connection, and checks each answer, by %s', async (by, kind) => {
    const name = `${by.replaceAll(' ', '-').toLowerCase()}.turning.example`
    names.say(name, [PUBLIC], [PRIVATE])
    const before = names.asked.length
    // Where the first answer leads, nobody listens at this port: only a second look-up would get to the house.
    expect(await child.dial(by, name, house.ports[kind])).not.toBe('EPRIVATE')
    expect(names.asked.length - before).toBe(1)
    expect(await child.dial(by, name, house.ports[kind])).toMatch(REFUSED)
  })

  it.each(['fetch', 'fetch https'])('does not follow a redirect to the house, by %s', async (by) => {
    for (const target of [PRIVATE, 'minio', '[::ffff:127.0.0.1]', '127.1']) {
      outside.answer.redirect = `http://${target}:${house.ports.tcp}/announce`
      const before = outside.reached.tcp
      expect(await child.dial(by, PUBLIC, outside.ports[by === 'fetch' ? 'tcp' : 'tls'])).toBe('EPRIVATE')
      expect(outside.reached.tcp).toBeGreaterThanOrEqual(before)
    }
    outside.answer.redirect = ''
  })

  it.each(['dns.lookup', 'dns.promises.lookup'])('is told no address of the house, by %s', async (by) => {
    expect(await child.dial(by, 'outside.example', 0)).toBe('reached')
    for (const host of ['minio', 'both.example', 'mixed.example', 'six.example', 'mapped.example'])
      expect([host, await child.dial(by, host, 0)]).toEqual([host, 'EPRIVATE'])
    expect(await plainChild.dial(by, 'localhost', 0)).toBe('EPRIVATE')
    // A server that listens there looks it up first.
    expect(await child.dial(by, '0.0.0.0', 0)).toBe('reached')
  })

  it.each([
    ['path', '/run/nido.sock'],
    ['http by path', '/run/nido.sock'],
    ['setServers', PRIVATE],
    ['spawn', ''],
    ['exec', ''],
    ['fork', ''],
    ['Worker', ''],
    ['a native module', ''],
  ])('cannot pass its guard by, with %s', async (by, host) => {
    expect(await child.dial(by, host, house.ports.udp)).toBe('EPRIVATE')
  })

  it('has reached nothing of the house in all this', () => expect(house.reached).toEqual({ tcp: 0, udp: 0 }))
})
