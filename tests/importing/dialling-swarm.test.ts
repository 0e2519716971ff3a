// A torrent whose trackers, peers and web seeds lead into the house (T03, T04), in a guarded child with webtorrent.
// 127.0.0.2 stands for the internet, 127.0.0.1 for the house.
import { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
import { guardedStart } from '../../backend/src/lib/dial/child.ts'
import { startNameServer } from '../helpers/name-server.ts'
import { bencode, PIECE_BYTES, torrentOf } from '../helpers/torrent-files.ts'
import { happens } from '../helpers/until.ts'
import type { Joining } from './dialling-swarm-child.ts'

const PUBLIC = '127.0.0.2'
const HOUSE = '127.0.0.1'
const ending: (() => unknown)[] = []

afterAll(async () => {
  for (const end of ending.splice(0)) await end()
})

/** A web server, a plain one and one for datagrams, and what each of them heard. */
async function listen(host: string, answer: RequestListener) {
  const heard: string[] = []
  const web = createServer((request, response) => {
    heard.push(`web ${request.url?.split('?')[0]}`)
    answer(request, response)
  }).on('connection', () => heard.push('web'))
  const peer = net.createServer((socket) => {
    heard.push('peer')
    socket.on('error', () => undefined)
  })
  for (const server of [web, peer]) {
    server.listen(0, host)
    await once(server, 'listening')
    ending.push(() => server.close())
  }
  const datagrams = createSocket('udp4').on('message', () => heard.push('datagram'))
  datagrams.bind(0, host)
  await once(datagrams, 'listening')
  ending.push(() => datagrams.close())
  const portOf = (server: net.Server) => (server.address() as AddressInfo).port
  return { heard, web: portOf(web), peer: portOf(peer), udp: datagrams.address().port }
}

/** Peers as a tracker tells them (BEP 23). */
const compact = (peers: readonly { host: string; port: number }[]) =>
  Buffer.concat(peers.map(({ host, port }) => Buffer.from([...host.split('.').map(Number), port >> 8, port & 255])))

it('a torrent reaches trackers, peers and web seeds outside, and nothing in the house (T03, T04)', async () => {
  const names = await startNameServer()
  ending.push(() => names.stop())
  names.say('minio', [HOUSE])
  names.say('tracker.example', [PUBLIC, HOUSE])
  const house = await listen(HOUSE, (_, response) => response.end())
  const outside = await listen(PUBLIC, (request, response) => {
    if (request.url?.startsWith('/redirect'))
      return response.writeHead(302, { location: `http://${HOUSE}:${house.web}/announce` }).end()
    const peers = [
      { host: HOUSE, port: house.peer },
      { host: '0.0.0.0', port: house.peer },
      { host: PUBLIC, port: outside.peer },
    ]
    response.end(bencode({ interval: 1800, peers: compact(peers) }))
  })

  const hosts = [
    HOUSE,
    '127.1',
    '2130706433',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'minio',
    'tracker.example',
    'localhost',
  ]
  const inside = hosts.map((host) => `http://${host}:${house.web}`)
  const trackers = [
    ...inside.flatMap((url) => [`${url}/announce`, `${url}/api/users?x=`]),
    ...['127.0.0.1', 'minio', 'localhost'].map((host) => `udp://${host}:${house.udp}/announce`),
    `ws://${HOUSE}:${house.web}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    `ftp://${HOUSE}:${house.peer}/`,
    `http://${PUBLIC}:${outside.web}/redirect/announce`,
    `http://${PUBLIC}:${outside.web}/announce`,
    `udp://${PUBLIC}:${outside.udp}/announce`,
  ]
  const seeds = [...inside, `http://${PUBLIC}:${outside.web}/redirect`, `http://${PUBLIC}:${outside.web}`].map(
    (url) => `${url}/seed`,
  )
  // With pieces for every web seed.
  const torrent = torrentOf('x', Buffer.alloc(64 * PIECE_BYTES, 'x'), {
    'announce-list': trackers.map((tracker) => [tracker]),
    'url-list': [...seeds, 'file:///etc/passwd', 'ftp://127.0.0.1/'],
  })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-dialling-'))
  const { module, environment } = guardedStart({ privateAddresses: [`${PUBLIC}/32`], nameServers: [names.address] })
  const child = fork(path.join(import.meta.dirname, 'dialling-swarm-child.ts'), {
    execArgv: ['--import', module],
    env: { ...environment, NODE_NO_WARNINGS: '1' },
    // It says that it has no uTP.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  ending.push(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true })
  })
  const said: Record<string, string>[] = []
  child.on('message', (message) => said.push(message as Record<string, string>))
  const peers = [`${HOUSE}:${house.peer}`, `[::1]:${house.peer}`, `[::ffff:127.0.0.1]:${house.peer}`]
  child.send({ torrent: torrent.toString('base64'), folder, peers } satisfies Joining)

  await happens(() => outside.heard.includes('web /redirect/announce'), 'a redirect by a tracker')
  await happens(() => outside.heard.includes('web /announce'), 'a request to the tracker')
  await happens(() => outside.heard.includes('datagram'), 'a datagram to the tracker')
  await happens(() => outside.heard.includes('peer'), 'a connection to the peer')
  await happens(() => outside.heard.some((one) => one.startsWith('web /seed')), 'a request to the web seed')
  await happens(() => outside.heard.some((one) => one.startsWith('web /redirect/seed')), 'a redirect by a web seed')
  // Each tracker in the house has failed by then.
  await happens(() => said.filter(({ warning }) => warning).length >= inside.length * 2 + 3, 'all warnings')
  expect(house.heard).toEqual([])
  expect(said.filter(({ failed }) => failed)).toEqual([])
  expect(child.exitCode).toBeNull()
})
