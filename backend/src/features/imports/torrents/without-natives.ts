// Loaded before webtorrent: takes away what would open sockets that are not Node's own, which nobody could guard.
// WebRTC, uTP and the mapping of ports at routers are modules of their own, and none of them is needed.
import { registerHooks } from 'node:module'

const NOTHING = 'nido:nothing/'
const STUBS: Readonly<Record<string, { format: 'module' | 'commonjs'; source: string }>> = {
  'webrtc-polyfill': {
    format: 'module',
    source: ['RTCPeerConnection', 'RTCSessionDescription', 'RTCIceCandidate']
      .map((name) => `export const ${name} = undefined`)
      .join('\n'),
  },
  'utp-native': { format: 'commonjs', source: 'module.exports = {}' },
  '@silentbot1/nat-api': { format: 'module', source: 'export default undefined' },
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier in STUBS ? { url: NOTHING + specifier, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    const stub = url.startsWith(NOTHING) ? STUBS[url.slice(NOTHING.length)] : undefined
    return stub ? { ...stub, shortCircuit: true } : next(url, context)
  },
})
