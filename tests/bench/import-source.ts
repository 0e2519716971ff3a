// Where the imports of a measurement come from: a large file with a torrent, one peer that has it, and a web server.
import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
// @ts-expect-error -- it has no types
import { Server as Tracker } from 'bittorrent-tracker'
import { startChild } from '../../scripts/lib/child.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { bencode, sha1 } from '../helpers/torrent-files.ts'

const MIB = 1024 * 1024
const PIECE = MIB
const NAME = 'large.bin'
/** This machine, by an address that others could have, too: transmission speaks to no peer at 127.0.0.1. */
export const HOST =
  Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

export interface ImportSource {
  name: string
  /** The content, and a torrent of it. */
  file: string
  torrent: string
  /** Where a web server has it. */
  link: string
  stop(): Promise<void>
}

/** aria2's arguments for a swarm on this machine alone. */
export const ARIA2 = [
  '--enable-dht=false',
  '--enable-dht6=false',
  '--bt-enable-lpd=false',
  '--enable-peer-exchange=false',
  '--file-allocation=none',
  '--summary-interval=0',
  '--console-log-level=error',
  '--quiet=true',
]

/** @param mebibytes of bytes that do not compress */
export async function startSource(folder: string, mebibytes: number): Promise<ImportSource> {
  const content = path.join(folder, 'content')
  await mkdir(content)
  const file = path.join(content, NAME)
  const hashes = await writeContent(file, mebibytes)
  const tracker = await startTracker()
  const torrent = path.join(folder, `${NAME}.torrent`)
  const info = { length: mebibytes * MIB, name: NAME, 'piece length': PIECE, pieces: Buffer.concat(hashes) }
  await writeFile(torrent, bencode({ announce: tracker.url, info }))
  const peer = await startChild('the peer', {
    command: 'aria2c',
    args: [
      ...ARIA2,
      '--bt-seed-unverified=true',
      '--seed-ratio=0.0',
      `--listen-port=${await findFreePort()}`,
      `--dir=${content}`,
      torrent,
    ],
  })
  await tracker.firstPeer
  const web = await startWeb(file, mebibytes * MIB)
  return {
    name: NAME,
    file,
    torrent,
    link: `${web.url}/${NAME}`,
    stop: async () => {
      await peer.stop()
      await Promise.all([tracker.stop(), web.stop()])
    },
  }
}

/** Returns the hashes of its pieces. */
async function writeContent(file: string, mebibytes: number): Promise<Buffer[]> {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32, 7), Buffer.alloc(16))
  const zeros = Buffer.alloc(PIECE)
  const hashes: Buffer[] = []
  const handle = await open(file, 'w')
  for (let count = 0; count < mebibytes; count += 1) {
    const piece = cipher.update(zeros)
    hashes.push(sha1(piece))
    await handle.write(piece)
  }
  await handle.close()
  return hashes
}

async function startTracker() {
  const server = new Tracker({ udp: false, http: true, ws: false, stats: false })
  const firstPeer = once(server, 'start')
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve))
  const { port } = server.http.address() as AddressInfo
  return {
    url: `http://${HOST}:${port}/announce`,
    firstPeer,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function startWeb(file: string, size: number) {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size, etag: '"one"' })
    createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
