// A swarm for tests: torrents of made-up content, and one peer that has all of it.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { infoHashOf, type MadeFile, type MadeTorrent, makeTorrent } from '../helpers/torrent-files.ts'
import type { SwarmOrder } from './swarm-process.ts'

export interface SeededTorrent {
  bytes: Buffer
  infoHash: string
  magnet: string
  files: readonly MadeFile[]
}

export interface Swarm {
  tracker: string
  /** Makes a torrent that the peer has. `isSeeded`: false for one that nobody has. */
  seed(made: MadeTorrent, isSeeded?: boolean): Promise<SeededTorrent>
  /** Bytes a second that the peer gives to all; null for no limit. */
  limit(up: number | null): void
  stop(): Promise<void>
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Made-up bytes that no piece of has the hash of another. */
export const noise = (length: number): Buffer => randomBytes(length)

export async function startSwarm(): Promise<Swarm> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-swarm-'))
  const child = spawn(process.execPath, ['--no-warnings', path.join(import.meta.dirname, 'swarm-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [first] = (await once(lines, 'line')) as [string]
  const { tracker } = JSON.parse(first) as { tracker: string }
  const send = (order: SwarmOrder) => child.stdin.write(`${JSON.stringify(order)}\n`)
  let count = 0
  return {
    tracker,
    seed: async (made, isSeeded = true) => {
      count += 1
      const bytes = makeTorrent({ trackers: [tracker], ...made })
      const infoHash = infoHashOf(bytes)
      const [torrent, content] = ['torrent', 'content'].map((kind) => path.join(folder, `${count}.${kind}`))
      if (isSeeded && torrent && content) {
        await writeFile(torrent, bytes)
        await writeFile(content, Buffer.concat(made.files.map((file) => file.bytes)))
        const isSeeding = new Promise<void>((resolve) => {
          lines.on('line', (line: string) => {
            if ((JSON.parse(line) as { seeding: string }).seeding === torrent) resolve()
          })
        })
        send({ seed: { torrent, content } })
        await isSeeding
      }
      const magnet = `magnet:?xt=urn:btih:${infoHash}&dn=from+a+link&tr=${encodeURIComponent(tracker)}`
      return { bytes, infoHash, magnet, files: made.files }
    },
    limit: (up) => send({ up: up ?? -1 }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
