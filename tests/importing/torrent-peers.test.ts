// How torrents find peers and are found by them: UDP trackers, DHT, PEX, peers that come in, and giving back. 127.0.0.1
// stands for the internet, and 127.0.0.9 for the house: whoever tells of peers tells of both, and nobody dials the
// house.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { guardedStart } from '../../backend/src/lib/dial/child.ts'
import { type NameServer, startNameServer } from '../helpers/name-server.ts'
import type { MadeFile } from '../helpers/torrent-files.ts'
import { happens, soon } from '../helpers/until.ts'
import { childrenOf, portsOf } from './processes.ts'
import { noise, type SeededTorrent, sha256, startSwarm, type Swarm } from './swarm.ts'
import type { SwarmNews } from './swarm-process.ts'
import { openTorrentHouse, type StartedTorrent, type TorrentHouse } from './torrent-house.ts'

const HOUSE = '127.0.0.9'
const PIECE = 64 * 1024
/** Where libraries begin in the DHT. */
const FIRST_NODES = ['router.bittorrent.com', 'router.utorrent.com', 'dht.transmissionbt.com']

jest.setTimeout(120_000)

let swarm: Swarm
let house: TorrentHouse
let names: NameServer
let inside: net.Server
let visits = 0

beforeAll(async () => {
  ;[swarm, house, names] = await Promise.all([startSwarm(), openTorrentHouse(), startNameServer()])
  inside = net.createServer((socket) => {
    visits += 1
    socket.destroy()
  })
  inside.listen(0, HOUSE)
  await once(inside, 'listening')
})
beforeEach(() => void (visits = 0))
afterAll(async () => {
  await house.stop()
  await Promise.all([swarm.stop(), names.stop()])
  inside.close()
})

const insidePeer = () => `${HOUSE}:${(inside.address() as AddressInfo).port}`
const outsidePeer = () => `127.0.0.1:${swarm.port}`
/** A torrent that names no tracker, so that the peers of the test ask none, and dial nobody in the house themselves. */
const seed = (name: string, isSeeded = true) =>
  swarm.seed({ name, pieceLength: PIECE, files: [{ path: [], bytes: noise(512 * 1024) }], trackers: [] }, isSeeded)
const know = ({ infoHash }: SeededTorrent, ...peers: string[]) =>
  swarm.obeyed({ know: { infoHash, peers } }, (news): news is { known: string } => 'known' in news)

async function expectWhole({ job, landed, fileOf }: StartedTorrent, files: readonly MadeFile[]): Promise<void> {
  expect(await job.ended).toBeNull()
  const found = await Promise.all(landed.map(async (one) => sha256(await readFile(fileOf(one)))))
  expect(found.toSorted()).toEqual(files.map(({ bytes }) => sha256(bytes)).toSorted())
}

describe('peers are found, but none in the house is dialled', () => {
  it('by an UDP tracker', async () => {
    const torrent = await seed('UDP')
    await know(torrent, insidePeer(), outsidePeer())
    await expectWhole(house.start(torrent.bytes, { source: { trackers: [swarm.udpTracker] } }), torrent.files)
    expect(visits).toBe(0)
  })

  it('by the DHT', async () => {
    const torrent = await seed('DHT')
    // The port is fixed, so the address is one that nobody else has.
    const host = `127.${process.pid % 250}.${(process.pid >> 8) % 250}.77`
    for (const name of FIRST_NODES) names.say(name, [host])
    const { infoHash } = torrent
    await swarm.obeyed(
      { dht: { node: `${host}:6881`, infoHash, peers: [outsidePeer(), insidePeer()] } },
      (news): news is { announced: string } => 'announced' in news,
    )
    const engine = guardedStart({ privateAddresses: ['127.0.0.1/32', `${host}/32`], nameServers: [names.address] })
    await expectWhole(house.start(torrent.bytes, { options: { engine } }), torrent.files)
    expect(visits).toBe(0)
  })

  it('by what other peers tell', async () => {
    const torrent = await seed('PEX')
    const { gossiping } = await swarm.obeyed(
      { gossip: { ...torrent.paths, peers: [insidePeer(), outsidePeer()] } },
      (news): news is { gossiping: number } => 'gossiping' in news,
    )
    await know(torrent, `127.0.0.1:${gossiping}`)
    const started = house.start(torrent.bytes, { source: { trackers: [swarm.tracker] } })
    await expectWhole(started, torrent.files)
    expect(visits).toBe(0)
  })
})

describe('peers from outside', () => {
  it('come in at the port that is set', async () => {
    const torrent = await seed('Incoming')
    const port = await freePort()
    const started = house.start(torrent.bytes, { options: { port } })
    expect(await soon(() => answers(port), Boolean)).toBe(true)
    swarm.order({ dial: { infoHash: torrent.infoHash, peer: `127.0.0.1:${port}` } })
    await expectWhole(started, torrent.files)
  })

  it('find no open port where none is set', async () => {
    const torrent = await seed('Closed', false)
    const started = house.start(torrent.bytes)
    const engines = () => childrenOf(process.pid, 'torrents/child.ts')
    await happens(() => started.job.told.some(({ phase }) => phase === 'downloading'), 'a start')
    expect(engines().map(portsOf)).toEqual([[]])
    started.job.end('stop')
    await started.job.ended
  })
})

describe('what has come', () => {
  /** A torrent that runs, and a peer without anything that takes all from it as soon as it can. */
  async function given(torrent: SeededTorrent, ratio: number) {
    const port = await freePort()
    await know(torrent, outsidePeer())
    const started = house.start(torrent.bytes, {
      source: { trackers: [swarm.tracker] },
      options: { port, seedRatio: async () => ratio, times: { noPeers: 2_000 } },
    })
    const isTaken = (news: SwarmNews): news is { taken: string } =>
      'taken' in news && news.taken === torrent.paths.torrent
    return { started, take: () => swarm.obeyed({ take: { ...torrent.paths, peer: `127.0.0.1:${port}` } }, isTaken) }
  }

  it('is given back until the ratio is reached', async () => {
    const torrent = await seed('Given')
    const { started, take } = await given(torrent, 1)
    await happens(() => started.job.told.at(-1)?.phase === 'seeding', 'seeding')
    expect(started.landed).toHaveLength(1)
    await take()
    await expectWhole(started, torrent.files)
    expect(started.job.progress.uploaded).toBeGreaterThanOrEqual(512 * 1024)
  })

  it('is not given back without a ratio', async () => {
    const torrent = await seed('Kept')
    const { started } = await given(torrent, 0)
    await expectWhole(started, torrent.files)
    expect(started.job.told.map(({ phase }) => phase)).not.toContain('seeding')
  })
})

describe('a torrent of libtorrent', () => {
  const file = (name: string) => readFile(path.join(import.meta.dirname, 'fixtures', `${name}.torrent`))
  const FILES = [
    ['a.bin', 100_000],
    ['folder/b.bin', 50_000],
    ['folder/c.txt', 17],
  ] as const

  /** As fixtures/make-torrents.py makes it. */
  function content(name: string, size: number): Buffer {
    const blocks = Array.from({ length: Math.floor(size / 32) + 1 }, (_, number) =>
      createHash('sha256').update(`${name} ${number}`).digest(),
    )
    return Buffer.concat(blocks).subarray(0, size)
  }

  it('that is hybrid comes, without its padding', async () => {
    const files = FILES.map(([name, size]) => ({ path: name.split('/'), bytes: content(name, size) }))
    const padded = files.flatMap((one) => [
      one,
      { path: ['.pad'], bytes: Buffer.alloc((16_384 - (one.bytes.length % 16_384)) % 16_384) },
    ])
    const torrent = await swarm.seedFile(await file('hybrid'), padded)
    await know(torrent, outsidePeer())
    const started = house.start(torrent.bytes, { source: { trackers: [swarm.tracker] } })
    await expectWhole(started, files)
    expect(started.landed.toSorted()).toEqual(FILES.map(([name]) => `/TORRENTS/hybrid/${name}`))
  })

  it('of version 2 alone is refused', async () => {
    expect(await house.start(await file('version-2')).job.ended).toMatchObject({ code: 'onlyVersion2' })
  })
})

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether somebody listens on a port. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net
      .connect(port, '127.0.0.1')
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      .once('error', () => resolve(false))
  })
