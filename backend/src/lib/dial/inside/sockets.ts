// Guards `net.Socket`, through which Node makes every connection: net, tls, http, https, http2, fetch and WebSocket.
import net from 'node:net'
import { DialRefused, type Guard } from '../guard.ts'

type Options = Partial<net.TcpNetConnectOpts & net.IpcNetConnectOpts>

/** From now on, every socket of this process connects to what the guard lets through, and fails otherwise. */
export function guardSockets(guard: Guard): void {
  const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket
  Object.assign(net.Socket.prototype, {
    connect(this: net.Socket, ...args: unknown[]): net.Socket {
      const [options, onConnect] = readArguments(args)
      return connect.call(this, guarded(options, guard), onConnect)
    },
  })
}

/**
 * The same options, with our own look-up. What is refused gets one that fails: so the socket fails as it would for an
 * unknown name, and callers (http2, for one) find it connecting before.
 */
function guarded(options: Options, guard: Guard): Options {
  try {
    if (options.path) throw new DialRefused('unguarded', 'sockets of this machine may not be dialled')
    return { ...options, lookup: guard.lookupFor(options.host ?? 'localhost', Number(options.port)) }
  } catch (error) {
    if (!(error instanceof DialRefused)) throw error
    return { ...options, path: undefined, ...NOWHERE, lookup: (_host, _options, callback) => callback(error, '') }
  }
}

/** Makes Node look up, and leads nowhere if it did (RFC 6761 section 6.4). */
const NOWHERE = { host: 'refused.invalid', port: 443 }

/**
 * `(options, onConnect)`, `(port, host, onConnect)`, `(path, onConnect)`, or an array of these, as Node hands it on
 * itself.
 */
function readArguments(args: unknown[]): [Options, unknown] {
  const [first, second, ...rest] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const last = [first, second, ...rest].findLast((argument) => typeof argument === 'function')
  if (typeof first === 'object' && first !== null) return [first, last]
  if (typeof first === 'string' && !(Number(first) >= 0)) return [{ path: first }, last]
  return [{ port: first as number, ...(typeof second === 'string' && { host: second }) }, last]
}
