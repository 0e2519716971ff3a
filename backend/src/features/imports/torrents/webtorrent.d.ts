// What we use of webtorrent 3, which comes without types. Names with `_` are its own; its version is pinned.
declare module 'webtorrent' {
  import type { EventEmitter } from 'node:events'

  /** A torrent as `parse-torrent` would give it. */
  export interface ParsedTorrent {
    infoHash: string
    info: unknown
    name: string
    announce: string[]
    urlList: string[]
    private: boolean
    files: { path: string; name: string; length: number; offset: number }[]
    length: number
    pieceLength: number
    lastPieceLength: number
    /** SHA-1 of each piece, in hex. */
    pieces: string[]
  }

  type Done = (error: Error | null, bytes?: Uint8Array) => void

  /** Where pieces are kept (abstract-chunk-store). */
  export interface ChunkStore {
    readonly chunkLength: number
    put(index: number, bytes: Uint8Array, done: (error: Error | null) => void): void
    /** The options may be left out. */
    get(index: number, options: { offset?: number; length?: number } | null | Done, done?: Done): void
    close(done: (error: Error | null) => void): void
    destroy(done: (error: Error | null) => void): void
  }

  /** The connection to a peer: a stream of messages to it. */
  export interface Wire extends EventEmitter {
    ut_metadata?: { metadata?: Uint8Array }
    push(message: Uint8Array | null): boolean
  }

  export interface Torrent extends EventEmitter {
    readonly uploaded: number
    readonly downloadSpeed: number
    readonly uploadSpeed: number
    readonly numPeers: number
    readonly wires: readonly Wire[]
    _select(first: number, last: number, priority: number, notify: undefined, isStreamSelection: boolean): void
    readonly _selections: { clear(): void }
    /** Called with what peers or a file tell of the torrent. */
    _onMetadata(metadata: unknown): Promise<void>
    _preloadedStore: ChunkStore | null
  }

  export interface ClientOptions {
    dht: boolean
    utPex: boolean
    lsd: false
    natUpnp: false
    natPmp: false
    utp: false
    torrentPort: number
    maxConns: number
    downloadLimit: number
    uploadLimit: number
    tracker: { wrtc: false }
  }

  export interface TorrentOptions {
    announce?: string[]
    urlList?: string[]
    deselect: true
    storeCacheSlots: number
    preloadedStore?: ChunkStore
  }

  export default class WebTorrent extends EventEmitter {
    constructor(options: ClientOptions)
    add(torrent: ParsedTorrent | { infoHash: string; name: string }, options: TorrentOptions): Torrent
    throttleDownload(rate: number): void
    throttleUpload(rate: number): void
  }
}
