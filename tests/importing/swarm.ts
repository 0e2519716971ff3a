// A swarm for tests: torrents of made-up content, one peer that has all of it, and others as they are wanted.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readMetainfo } from '../../backend/src/features/imports/torrents/metainfo.ts'
import { type MadeFile, type MadeTorrent, makeTorrent } from '../helpers/torrent-files.ts'
import type { SwarmNews, SwarmOrder, SwarmPlace } from './swarm-process.ts'

export interface SeededTorrent {
  bytes: Buffer
  infoHash: string
  magnet: string
  files: readonly MadeFile[]
  /** The torrent file, and a file with the bytes of all its files. */
  paths: { torrent: string; content: string }
}

export interface Swarm extends SwarmPlace {
  /** Makes a torrent that the peer has. `isSeeded`: false for one that nobody has. */
  seed(made: MadeTorrent, isSeeded?: boolean): Promise<SeededTorrent>
  /** The same for a torrent file that somebody else has made. `files`: with its padding. */
  seedFile(bytes: Buffer, files: readonly MadeFile[], isSeeded?: boolean): Promise<SeededTorrent>
  /** Bytes a second that the peer gives to all; null for no limit. */
  limit(up: number | null): void
  order(order: SwarmOrder): void
  /** Gives an order, and waits until it has led to something. */
  obeyed<News extends SwarmNews>(order: SwarmOrder, isIt: (news: SwarmNews) => news is News): Promise<News>
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
  // Many torrents may be seeded at a time.
  const lines = createInterface({ input: child.stdout }).setMaxListeners(0)
  const [first] = (await once(lines, 'line')) as [string]
  const place = JSON.parse(first) as SwarmPlace
  const order = (told: SwarmOrder) => void child.stdin.write(`${JSON.stringify(told)}\n`)
  const obeyed = <News extends SwarmNews>(told: SwarmOrder, isIt: (news: SwarmNews) => news is News) =>
    new Promise<News>((resolve) => {
      const hear = (line: string) => {
        const news = JSON.parse(line) as SwarmNews
        if (!isIt(news)) return
        lines.off('line', hear)
        resolve(news)
      }
      lines.on('line', hear)
      order(told)
    })
  let count = 0
  const seedFile: Swarm['seedFile'] = async (bytes, files, isSeeded = true) => {
    count += 1
    const { infoHash } = readMetainfo(bytes).metainfo
    const paths = { torrent: path.join(folder, `${count}.torrent`), content: path.join(folder, `${count}.content`) }
    await writeFile(paths.torrent, bytes)
    await writeFile(paths.content, Buffer.concat(files.map((file) => file.bytes)))
    if (isSeeded)
      await obeyed({ seed: paths }, (news): news is { seeding: string } =>
        'seeding' in news ? news.seeding === paths.torrent : false,
      )
    const magnet = `magnet:?xt=urn:btih:${infoHash}&dn=from+a+link&tr=${encodeURIComponent(place.tracker)}`
    return { bytes, infoHash, magnet, files, paths }
  }
  return {
    ...place,
    order,
    obeyed,
    seedFile,
    seed: (made, isSeeded) => seedFile(makeTorrent({ trackers: [place.tracker], ...made }), made.files, isSeeded),
    limit: (up) => order({ up: up ?? -1 }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
