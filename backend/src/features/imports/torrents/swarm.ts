// One torrent in webtorrent: finds peers, fetches what is selected, verifies every piece.
import { readFile, rename, writeFile, mkdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { failed } from '../landing-failures.ts'
import { gatherMessages } from './gathering.ts'
import { type Metainfo, type ReadTorrent, readInfo, readMetainfo } from './metainfo.ts'
import { type TorrentLimits, type News, type TorrentOrder, TORRENT_FILE } from './messages.ts'
import { DATA, PieceStore } from './piece-store.ts'
import { rangesOf } from './pieces.ts'
import type WebTorrent from 'webtorrent'
import type { ParsedTorrent, Torrent, TorrentOptions, Wire } from 'webtorrent'

type Start = Extract<TorrentOrder, { do: 'start' }>

export interface SwarmOptions {
  tell(news: News): void
  fail(error: unknown): void
}

const MAX_CONNECTIONS = 40
/** Pieces in memory for peers that ask for them. They may have 64 MiB. */
const CACHED_BYTES = 16 * 1024 * 1024
/** What we say to trackers where no peer can come in: they want a port. */
const NO_PORT = 6881
const GOING_MS = 1_000
/** News of pieces are collected for so long. */
const PIECES_MS = 100
/** webtorrent asks peers for nothing where it may not send anything at all. */
const LEAST_UP = 16 * 1024
const UNLIMITED = -1

export class Swarm {
  readonly #start: Start
  readonly #options: SwarmOptions
  #selected: readonly number[] = []
  #client: WebTorrent | undefined
  #torrent: Torrent | undefined
  #known: Metainfo | undefined
  /** Whether pieces can be selected. */
  #isOpen = false
  #verified: number[] = []

  constructor(start: Start, options: SwarmOptions) {
    this.#start = start
    this.#options = options
  }

  async start(): Promise<void> {
    const { folder, port, isSearching, isPrivate, limits } = this.#start
    await mkdir(path.join(folder, DATA), { recursive: true, mode: 0o700 })
    const file = await readFile(path.join(folder, TORRENT_FILE)).catch(() => null)
    if (port === 0) refusePeers()
    const { default: Client } = await import('webtorrent')
    this.#client = new Client({
      dht: isSearching && !isPrivate,
      utPex: isSearching,
      lsd: false,
      natUpnp: false,
      natPmp: false,
      utp: false,
      torrentPort: port || NO_PORT,
      maxConns: MAX_CONNECTIONS,
      downloadLimit: UNLIMITED,
      uploadLimit: UNLIMITED,
      tracker: { wrtc: false },
    })
    this.limit(limits)
    this.#torrent = file === null ? this.#addUnknown() : this.#addKnown(readMetainfo(file))
    this.#follow(this.#client, this.#torrent)
  }

  /** Fetches these files, in this order: behind those of before, or instead of them. */
  select(files: readonly number[], isInstead: boolean): void {
    this.#selected = isInstead ? files : [...this.#selected, ...files]
    if (isInstead) this.#torrent?._selections.clear()
    if (this.#isOpen) this.#select(files)
  }

  limit({ down, up }: TorrentLimits): void {
    this.#client?.throttleDownload(down || UNLIMITED)
    this.#client?.throttleUpload(up === 0 ? UNLIMITED : Math.max(up, LEAST_UP))
  }

  #addKnown(read: ReadTorrent): Torrent {
    const { metainfo } = read
    this.#known = metainfo
    const preloadedStore = new PieceStore(this.#start.folder, metainfo)
    const slots = Math.floor(CACHED_BYTES / metainfo.pieceLength)
    return this.#add(this.#parsed(read), { preloadedStore, storeCacheSlots: slots })
  }

  /** Asks peers what is in the torrent, and reads that by our own rules. */
  #addUnknown(): Torrent {
    const { infoHash, trackers, folder } = this.#start
    const torrent = this.#add({ infoHash, name: infoHash }, { announce: trackers, storeCacheSlots: 0 })
    const goOn = torrent._onMetadata.bind(torrent)
    torrent._onMetadata = async () => {
      if (this.#known) return
      const info = torrent.wires.map((wire) => wire.ut_metadata?.metadata).find((bytes) => bytes !== undefined)
      if (info === undefined) return
      try {
        const read = readInfo(info, this.#start)
        if (read.metainfo.infoHash !== infoHash) throw failed('badTorrent', 'this is not the torrent of the link')
        this.#known = read.metainfo
        await keepTorrentFile(folder, info)
        this.#options.tell({ is: 'known' })
        torrent._preloadedStore = new PieceStore(folder, read.metainfo)
        await goOn(this.#parsed(read))
      } catch (error) {
        this.#options.fail(error)
      }
    }
    return torrent
  }

  #add(
    torrent: ParsedTorrent | { infoHash: string; name: string },
    options: Omit<TorrentOptions, 'deselect'>,
  ): Torrent {
    if (!this.#client) throw new Error('the engine has not started')
    return this.#client.add(torrent, { ...options, deselect: true })
  }

  #parsed({ metainfo, info, hashes }: ReadTorrent): ParsedTorrent {
    const { infoHash, name, files, total, pieceLength, isPrivate } = metainfo
    const hex = Buffer.from(hashes).toString('hex')
    return {
      infoHash,
      info,
      name,
      announce: this.#start.trackers,
      urlList: this.#start.webSeeds,
      private: isPrivate,
      files: files.map(({ path: name, seedPath, size, offset }) => ({ name, path: seedPath, length: size, offset })),
      length: total,
      pieceLength,
      lastPieceLength: total % pieceLength || pieceLength,
      pieces: hex.match(/.{40}/g) ?? [],
    }
  }

  /**
   * webtorrent takes the pieces of its selections from the first to the last, but only of those that it does not join
   * with their neighbours (it calls them streams), and that have no priority: it takes turns among these.
   */
  #select(numbers: readonly number[]): void {
    if (!this.#known) return
    for (const { first, last } of rangesOf(this.#known, numbers))
      this.#torrent?._select(first, last, 0, undefined, true)
  }

  #follow(client: WebTorrent, torrent: Torrent): void {
    const { tell, fail } = this.#options
    for (const source of [client, torrent]) source.on('error', fail)
    torrent.once('metadata', () => {
      this.#isOpen = true
      this.#select(this.#selected)
    })
    torrent.once('ready', () => {
      this.#tellPieces()
      tell({ is: 'checked' })
    })
    torrent.on('verified', (piece: number) => this.#verified.push(piece))
    // The engine's own count has every message in it: peers that have nothing to give say that they are still there.
    let received = 0
    torrent.on('wire', (wire: Wire) => {
      gatherMessages(wire)
      wire.on('download', (bytes: number) => {
        received += bytes
      })
    })
    setInterval(() => this.#tellPieces(), PIECES_MS)
    setInterval(() => {
      const { downloadSpeed, uploaded, numPeers: peers } = torrent
      tell({ is: 'going', speed: Math.round(downloadSpeed), received, uploaded, peers })
    }, GOING_MS)
  }

  #tellPieces(): void {
    if (this.#verified.length === 0) return
    this.#options.tell({ is: 'pieces', pieces: this.#verified })
    this.#verified = []
  }
}

/** The file of a torrent whose `info` came from peers, whole or not at all. */
async function keepTorrentFile(folder: string, info: Uint8Array): Promise<void> {
  const file = path.join(folder, TORRENT_FILE)
  await writeFile(`${file}.new`, Buffer.concat([Buffer.from('d4:info'), info, Buffer.from('e')]), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** webtorrent always listens. Nobody can reach a server that only says so. */
function refusePeers(): void {
  const { prototype } = net.Server
  prototype.listen = function listen(this: net.Server, ...args: unknown[]) {
    const ready = args.at(-1)
    if (typeof ready === 'function') queueMicrotask(() => ready.call(this))
    return this
  }
  prototype.address = () => ({ address: '127.0.0.1', family: 'IPv4', port: NO_PORT })
}
