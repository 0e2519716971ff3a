// A swarm on loopback in a process of its own: a tracker, and a peer that has everything. It hears orders on its
// standard input, and tells the tracker's address first.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
// @ts-expect-error -- it has no types
import { Server } from 'bittorrent-tracker'
import WebTorrent from 'webtorrent'

/** `up`: bytes a second that the peer gives; -1 for no limit. */
export type SwarmOrder = { seed: { torrent: string; content: string } } | { up: number }

const tracker = new Server({ udp: false, http: true, ws: false, stats: false })
const client = new WebTorrent({
  dht: false,
  utPex: false,
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

/** Pieces of a content that lies in memory, so that names do not matter. */
const storeOf = (content: Buffer, chunkLength: number) => ({
  chunkLength,
  put: (_index: number, _bytes: Uint8Array, done: (error: null) => void) => queueMicrotask(() => done(null)),
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

function obey(order: SwarmOrder): void {
  if ('up' in order) return client.throttleUpload(order.up)
  const torrent = readFileSync(order.seed.torrent)
  const [, length] = /12:piece lengthi(\d+)e/.exec(torrent.toString('latin1')) ?? []
  const preloadedStore = storeOf(readFileSync(order.seed.content), Number(length))
  const options = { preloadedStore, storeCacheSlots: 0, skipVerify: true }
  const added = client.add(torrent as never, options as never)
  added.on('ready', () => process.stdout.write(`${JSON.stringify({ seeding: order.seed.torrent })}\n`))
}

tracker.listen(0, '127.0.0.1', () => {
  const { port } = tracker.http.address()
  process.stdout.write(`${JSON.stringify({ tracker: `http://127.0.0.1:${port}/announce` })}\n`)
})
createInterface({ input: process.stdin })
  .on('line', (line) => obey(JSON.parse(line) as SwarmOrder))
  .on('close', () => process.exit(0))
