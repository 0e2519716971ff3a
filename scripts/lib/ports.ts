// Ports that are free, and whether something answers on one.
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

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

/**
 * A port of this machine that nobody listens on, and that no other process of ours was given: it may not listen yet.
 * @throws Error when a hundred are taken
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST)
    if ((await claim(port)) && (await isPortFree(port, host))) return port
  }
  throw new Error('no port is free')
}

/** A file for each port that was given away, with the id of the process that has it. */
const CLAIMS = path.join(os.tmpdir(), `nido-ports-${os.userInfo().uid}`)
const claimed: string[] = []
process.once('exit', () => claimed.forEach((file) => rmSync(file, { force: true })))

/** Claims a port for as long as this process lives. What one that was killed had claimed is free again. */
async function claim(port: number): Promise<boolean> {
  await mkdir(CLAIMS, { recursive: true })
  const file = path.join(CLAIMS, String(port))
  const owner = Number(await readFile(file, 'utf8').catch(() => ''))
  if (owner > 0 && isAlive(owner)) return false
  if (owner > 0) await rm(file, { force: true })
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch {
    return false
  }
  claimed.push(file)
  return true
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
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
