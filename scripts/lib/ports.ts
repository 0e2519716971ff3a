// Ports that are free, and whether something answers on one.
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Whether this address can be listened on now. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

// Below those that systems give to outgoing connections (Linux: from 32768 on): one of these may be taken again before
// it is listened on.
const [FIRST, LAST] = [20_000, 32_000]
const TRIES = 100

/** A port of this machine that nobody listens on. @throws Error when a hundred are taken */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST)
    if (await isPortFree(port, host)) return port
  }
  throw new Error('no port is free')
}

/** Whether a connection is accepted at a TCP port, or at the path of a Unix socket. */
export function isListening(at: number | string, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = typeof at === 'string' ? net.connect({ path: at }) : net.connect({ port: at, host })
    const settle = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(1000, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
