// A client that sends bytes to a replica unchanged, and returns the answer unchanged.
import net from 'node:net'

export interface RawAnswer {
  status: number
  text: string
}

/** Sends bytes and returns everything that arrives until the server closes. For that, send `Connection: close`. */
export function sendBytes(base: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = net.connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket
      .once('error', reject)
      .once('end', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }))
  })
}

/** A connection that has sent a few bytes and then stays silent. */
export interface SlowConnection {
  isClosed(): boolean
  say(bytes: string): void
  close(): void
}

export function openSlowly(base: string, bytes: string): Promise<SlowConnection> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port) })
    socket.once('error', reject).once('connect', () => {
      socket.on('error', () => undefined).resume()
      socket.write(bytes, () =>
        resolve({
          isClosed: () => socket.closed || socket.destroyed || socket.readableEnded,
          say: (more) => void socket.write(more),
          close: () => socket.destroy(),
        }),
      )
    })
  })
}

/** The path of a base URL, without a closing slash. */
export const basePathOf = (base: string): string => new URL(base).pathname.replace(/\/$/, '')
