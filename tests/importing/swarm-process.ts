// A swarm on loopback in a process of its own: trackers, a peer that has everything, and others by order. It hears
// orders on its standard input, and tells where it is first.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
// @ts-expect-error -- it has no types
import { Client as Dht } from 'bittorrent-dht'
// @ts-expect-error -- it has no types
import { Server } from 'bittorrent-tracker'
import WebTorrent, { type Torrent } from 'webtorrent'

/** A torrent file, and a file with the bytes of all its files. */
interface Content {
  torrent: string
  content: string
}

/** `up`: bytes a second that the peer gives; -1 for no limit. */
export type SwarmOrder =
  | { seed: Content }
  | { up: number }
  // The peer that has everything dials another one.
  | { dial: { infoHash: string; peer: string } }
  // The trackers know these peers of a torrent.
  | { know: { infoHash: string; peers: string[] } }
  // A peer that has nothing takes all of it from another one.
  | { take: Content & { peer: string } }
  // A peer that has nothing tells of others (PEX).
  | { gossip: Content & { peers: string[] } }
  // A node that others begin at, where peers were announced from some addresses.
  | { dht: { node: string; infoHash: string; peers: string[] } }

/** Where it is. The trackers and the peer are on 127.0.0.1. */
export interface SwarmPlace {
  tracker: string
  udpTracker: string
  /** The port of the peer that has everything. */
  port: number
}

/** What an order has led to. */
export type SwarmNews =
  | { seeding: string }
  | { known: string }
  | { taken: string }
  | { gossiping: number }
  | { announced: string }

/** What is used here beside what Nido uses. */
type Peer = Torrent & { addPeer(address: string): void; infoHash: string }
interface Gossip {
  addPeer(address: string): void
  _sendMessage(): void
}

const say = (news: SwarmNews | SwarmPlace) => process.stdout.write(`${JSON.stringify(news)}\n`)

function createClient(utPex: boolean): WebTorrent & { torrents: Peer[]; torrentPort: number } {
  const client = new WebTorrent({
    dht: false,
    utPex,
    lsd: false,
    natUpnp: false,
    natPmp: false,
    utp: false,
    torrentPort: 0,
    maxConns: 100,
    downloadLimit: -1,
    uploadLimit: -1,
    tracker: { wrtc: false },
  })
  client.on('error', (error) => process.stderr.write(`${String(error)}\n`))
  return client as ReturnType<typeof createClient>
}

/** Pieces of a content that lies in memory, so that names do not matter. */
const storeOf = (content: Buffer, chunkLength: number) => ({
  chunkLength,
  put: (index: number, bytes: Uint8Array, done: (error: null) => void) => {
    content.set(bytes, index * chunkLength)
    queueMicrotask(() => done(null))
  },
  get: (
    index: number,
    options: { offset?: number; length?: number } | null,
    done: (error: null, bytes: Uint8Array) => void,
  ) => {
    const start = index * chunkLength + (options?.offset ?? 0)
    const end = Math.min(content.length, options?.length ? start + options.length : (index + 1) * chunkLength)
    queueMicrotask(() => done(null, content.subarray(start, end)))
  },
  close: (done: (error: null) => void) => queueMicrotask(() => done(null)),
  destroy: (done: (error: null) => void) => queueMicrotask(() => done(null)),
})

/** @param hasAll whether the peer has the content, or nothing of it */
function addTo(client: WebTorrent, { torrent, content }: Content, hasAll: boolean): Peer {
  const file = readFileSync(torrent)
  const bytes = readFileSync(content)
  const [, length] = /12:piece lengthi(\d+)e/.exec(file.toString('latin1')) ?? []
  const preloadedStore = storeOf(hasAll ? bytes : Buffer.alloc(bytes.length), Number(length))
  const options = { preloadedStore, storeCacheSlots: 0, skipVerify: hasAll }
  return client.add(file as never, options as never) as Peer
}

const tracker = new Server({ udp: true, http: true, ws: false, stats: false })
const client = createClient(false)

function know({ infoHash, peers }: { infoHash: string; peers: string[] }): void {
  tracker.createSwarm(infoHash, (_error: unknown, swarm: { announce(told: object, done: () => void): void }) => {
    for (const addr of peers) {
      const [ip = '', port = ''] = addr.split(':')
      const told = { event: 'started', addr, ip, port: Number(port), peer_id: addr.padEnd(20), left: 0, numwant: 0 }
      swarm.announce(told, () => undefined)
    }
    say({ known: infoHash })
  })
}

function take({ peer, ...content }: Content & { peer: string }): void {
  const taking = addTo(createClient(false), content, false)
  taking.on('done', () => say({ taken: content.torrent }))
  taking.on('ready', () => taking.addPeer(peer))
}

function gossip({ peers, ...content }: Content & { peers: string[] }): void {
  const gossiper = createClient(true)
  const torrent = addTo(gossiper, content, false)
  torrent.on('wire', (wire: { ut_pex: Gossip; once(event: 'extended', heard: () => void): void }) =>
    wire.once('extended', () => {
      for (const peer of peers) wire.ut_pex.addPeer(peer)
      setImmediate(() => wire.ut_pex._sendMessage())
    }),
  )
  torrent.on('ready', () => say({ gossiping: gossiper.torrentPort }))
}

async function startDht({ node, infoHash, peers }: { node: string; infoHash: string; peers: string[] }): Promise<void> {
  const [host = '', port = ''] = node.split(':')
  const known = new Dht({ bootstrap: false })
  await new Promise<void>((resolve) => known.listen(Number(port), host, resolve))
  for (const peer of peers) {
    const [ip = '', at = ''] = peer.split(':')
    const announcer = new Dht({ bootstrap: [node] })
    await new Promise<void>((resolve) => announcer.listen(0, ip, resolve))
    await new Promise<void>((resolve) => announcer.announce(infoHash, Number(at), () => resolve()))
    announcer.destroy()
  }
  say({ announced: infoHash })
}

function obey(order: SwarmOrder): void {
  if ('up' in order) client.throttleUpload(order.up)
  else if ('seed' in order) addTo(client, order.seed, true).on('ready', () => say({ seeding: order.seed.torrent }))
  else if ('dial' in order)
    client.torrents.find(({ infoHash }) => infoHash === order.dial.infoHash)?.addPeer(order.dial.peer)
  else if ('know' in order) know(order.know)
  else if ('take' in order) take(order.take)
  else if ('gossip' in order) gossip(order.gossip)
  else void startDht(order.dht)
}

client.on('listening', () =>
  tracker.listen(0, { http: '127.0.0.1', udp: '127.0.0.1', udp6: '::1' }, () => {
    const [{ port }, { port: udpPort }] = [tracker.http.address(), tracker.udp.address()]
    say({
      tracker: `http://127.0.0.1:${port}/announce`,
      udpTracker: `udp://127.0.0.1:${udpPort}/announce`,
      port: client.torrentPort,
    })
  }),
)
createInterface({ input: process.stdin })
  .on('line', (line) => obey(JSON.parse(line)))
  .on('close', () => process.exit(0))
