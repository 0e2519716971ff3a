// A guarded child with webtorrent, which is given a torrent and does what that says.
import type { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'

/** WebRTC is a native module, which the guard would refuse. */
const NO_WEBRTC = 'nido:no-webrtc'
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'webrtc-polyfill' ? { url: NO_WEBRTC, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === NO_WEBRTC
      ? {
          format: 'module',
          source: 'export const RTCPeerConnection = 0, RTCSessionDescription = 0, RTCIceCandidate = 0',
          shortCircuit: true,
        }
      : next(url, context),
})

/** What it does with a torrent. */
export interface Joining {
  /** The torrent file, in base64. */
  torrent: string
  folder: string
  /** Peers that it is told of beside those of the trackers. */
  peers: string[]
}

process.on('message', ({ torrent, folder, peers }: Joining) => void join(Buffer.from(torrent, 'base64'), folder, peers))

/** What is used here of webtorrent, which has no types. */
interface Torrent extends EventEmitter {
  addPeer(address: string): void
}
interface Client extends EventEmitter {
  add(torrent: Buffer, options: { path: string }): Torrent
}
const PACKAGE: string = 'webtorrent'

async function join(file: Buffer, path: string, peers: string[]): Promise<void> {
  const { default: WebTorrent } = (await import(PACKAGE)) as { default: new (options: object) => Client }
  const client = new WebTorrent({
    dht: false,
    lsd: false,
    natUpnp: false,
    natPmp: false,
    utp: false,
    tracker: { wrtc: false },
  })
  client.on('error', (error) => process.send?.({ failed: String(error) }))
  const added = client.add(file, { path })
  added.on('warning', (warning) => process.send?.({ warning: String(warning) }))
  added.once('ready', () => {
    for (const peer of peers) added.addPeer(peer)
    process.send?.({ ready: true })
  })
}
