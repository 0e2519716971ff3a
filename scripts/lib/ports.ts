// Finds free ports, and checks whether something responds on one.
import { randomInt } from 'node:crypto'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { tryLock } from './file-lock.ts'

/** Whether this address is free to listen on. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

// Below the range for outgoing connections (on Linux from 32768 on), which could take such a port before it is used.
const [FIRST, LAST] = [20_000, 32_000]
const TRIES = 100
/** A lock for each port that was handed out, held for as long as the process lives. */
const CLAIMS = path.join(os.tmpdir(), `nido-ports-${os.userInfo().uid}`)

/**
 * A local port that nobody listens on and that was not given to another process of ours, which may not listen yet.
 * @throws Error if a hundred ports are taken
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST)
    const claim = await tryLock(path.join(CLAIMS, String(port)))
    if (claim === null) continue
    if (await isPortFree(port, host)) return port
    await claim.release()
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
