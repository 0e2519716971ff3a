// Guards `dgram.Socket`: UDP trackers and the DHT.
import dgram, { type Socket, type SocketOptions } from 'node:dgram'
import { isIP } from 'node:net'
import type { Guard } from '../guard.ts'

type Callback = (error: Error) => void

/** From now on, every datagram of this process goes to what the guard lets through, and fails otherwise. */
export function guardDatagrams(guard: Guard): void {
  const { send, connect } = dgram.Socket.prototype as unknown as Record<
    'send' | 'connect',
    (...args: unknown[]) => void
  >
  const createSocket = dgram.createSocket as (options: SocketOptions, onMessage?: () => void) => Socket
  const guarded = (call: typeof send, indexOf: (args: unknown[]) => number) =>
    function guardedCall(this: Socket, ...args: unknown[]): void {
      if (isConnected(this)) return call.apply(this, args)
      const at = indexOf(args)
      dialTarget(guard, { socket: this, args, at }, () => call.apply(this, args))
    }
  Object.assign(dgram.Socket.prototype, {
    // (message[, offset, length], port[, address][, callback])
    send: guarded(send, (args) => (args[4] || (args[3] && typeof args[3] !== 'function') ? 3 : 1)),
    // (port[, address][, callback])
    connect: guarded(connect, () => 0),
  })
  Object.assign(dgram, {
    // A look-up of its own could lead a checked address elsewhere.
    createSocket: (options: SocketOptions | 'udp4' | 'udp6', onMessage?: () => void) =>
      createSocket(typeof options === 'string' ? { type: options } : { ...options, lookup: undefined }, onMessage),
  })
}

/**
 * Puts a checked address in the place of the target, of which the port is at `at` and the address follows, and calls
 * `go`. A failure is told as Node tells those of sending: to the callback, or as an event.
 */
function dialTarget(
  guard: Guard,
  { socket, args, at }: { socket: Socket; args: unknown[]; at: number },
  go: () => void,
): void {
  const port = Number(args[at])
  const family = (socket as Socket & { type: string }).type === 'udp6' ? 6 : 4
  const given = args[at + 1]
  // Node's own default.
  const host = typeof given === 'string' && given !== '' ? given : family === 6 ? '::1' : '127.0.0.1'
  const callback = args.findLast((argument): argument is Callback => typeof argument === 'function')
  const fail = (error: Error) => {
    if (callback) callback(error)
    // Who has closed the socket meanwhile does not listen any more.
    else if (socket.listenerCount('error') > 0) socket.emit('error', error)
  }
  if (isIP(host) !== 0) {
    try {
      guard.check(host, port)
    } catch (error) {
      return process.nextTick(fail, error)
    }
    return go()
  }
  void dialName()

  async function dialName(): Promise<void> {
    try {
      const [first] = await guard.resolve(host, family, port)
      args[at + 1] = first?.address
      go()
    } catch (error) {
      fail(error as Error)
    }
  }
}

function isConnected(socket: Socket): boolean {
  try {
    socket.remoteAddress()
    return true
  } catch {
    return false
  }
}
