// A guarded child that dials what it is told to, in all the ways that Node has. It answers 'reached', or how it failed.
import childProcess, { spawn } from 'node:child_process'
import dgram, { createSocket } from 'node:dgram'
import dns, { lookup } from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

export interface Dialling {
  id: number
  by: string
  host: string
  port: number
}
export interface DiallingOutcome {
  id: number
  outcome: string
}

type Way = (host: string, port: number) => Promise<unknown>

const inUrl = (host: string) => (net.isIPv6(host) ? `[${host}]` : host)
const MESSAGE = Buffer.from('hello')
/** A look-up that leads everything to an address that may not be dialled. */
const astray = ((_host: string, options: dns.LookupOptions, callback: (...told: unknown[]) => void) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)) as never

const connected = (socket: net.Socket, event = 'connect') => once(socket, event).finally(() => socket.destroy())

function sent(socket: dgram.Socket, send: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    send((error) => (error ? reject(error) : resolve()))
  }).finally(() => socket.close())
}

function connectedDatagram(host: string, port: number): Promise<void> {
  const socket = createSocket('udp4')
  return sent(socket, (done) =>
    socket.connect(port, host, ((error?: Error) => (error ? done(error) : socket.send(MESSAGE, done))) as () => void),
  )
}

function webSocket(host: string, port: number): Promise<void> {
  const socket = new WebSocket(`ws://${inUrl(host)}:${port}/`)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('no WebSocket')))
  })
}

const WAYS: Readonly<Record<string, Way>> = {
  fetch: (host, port) => fetch(`http://${inUrl(host)}:${port}/`),
  'fetch https': (host, port) => fetch(`https://${inUrl(host)}:${port}/`),
  http: (host, port) => once(http.get({ host, port, agent: false }), 'response'),
  'http by URL': (host, port) => once(http.get(`http://${inUrl(host)}:${port}/`), 'response'),
  'http with a look-up of its own': (host, port) =>
    once(http.get({ host, port, agent: false, lookup: astray }), 'response'),
  https: (host, port) => once(https.get({ host, port, agent: false }), 'response'),
  http2: (host, port) => {
    const session = http2.connect(`http://${inUrl(host)}:${port}`)
    return once(session, 'connect').finally(() => session.destroy())
  },
  net: (host, port) => connected(net.connect(port, host)),
  'net by options': (host, port) => connected(net.connect({ host, port, autoSelectFamily: false })),
  'net by texts': (host, port) => connected(net.connect(String(port) as never, host)),
  'a new Socket': (host, port) => connected(new net.Socket().connect({ port, host })),
  tls: (host, port) => connected(tls.connect({ host, port, rejectUnauthorized: false }), 'secureConnect'),
  WebSocket: webSocket,
  dgram: (host, port) => {
    const socket = createSocket('udp4')
    return sent(socket, (done) => socket.send(MESSAGE, port, host, done))
  },
  'dgram in parts': (host, port) => {
    const socket = dgram.createSocket({ type: 'udp4', lookup: astray })
    return sent(socket, (done) => socket.send(MESSAGE, 1, 3, port, host, done))
  },
  'dgram connected': connectedDatagram,
  'dns.lookup': (host) =>
    new Promise((resolve, reject) => lookup(host, (error, address) => (error ? reject(error) : resolve(address)))),
  'dns.promises.lookup': (host) => dns.promises.lookup(host),
  setServers: async (host, port) => new dns.Resolver().setServers([`${host}:${port}`]),
  path: (host) => connected(net.connect(host)),
  'http by path': (host) => once(http.get({ socketPath: host }), 'response'),
  spawn: async () => spawn('true'),
  exec: async () => childProcess.execSync('true'),
  fork: async () => childProcess.fork('/dev/null'),
  Worker: async () => new Worker('1', { eval: true }),
  'a native module': async () => process.dlopen({ exports: {} }, '/dev/null'),
}

const codeOf = (error: unknown): string => {
  const { code, cause, message } = error as NodeJS.ErrnoException
  return code ?? (cause === undefined ? message : codeOf(cause))
}

process.on('message', ({ id, by, host, port }: Dialling) => {
  const way = WAYS[by] ?? (() => Promise.reject(new Error('no such way')))
  // Some fail at once, others later.
  Promise.try(way, host, port)
    .then(
      () => 'reached',
      (error: unknown) => codeOf(error),
    )
    .then((outcome) => process.send?.({ id, outcome } satisfies DiallingOutcome))
    .catch(() => process.exit(1))
})
