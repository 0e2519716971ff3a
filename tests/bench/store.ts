// The stores of the measurements: MinIO on this machine, the same behind a long line, and one with TLS.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { startChild } from '../../scripts/lib/child.ts'
import { waitFor } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { findMinio } from '../../scripts/lib/programs.ts'
import { SELF_SIGNED } from '../helpers/self-signed.ts'
import { startServers, type Servers } from '../helpers/servers.ts'

/** `far`: each byte takes 50 ms each way. */
export type StoreKind = 'near' | 'far' | 'tls'
const ONE_WAY_MS = 50

export interface Store {
  servers: Servers
  pids: { minio: number; database: number }
  /** What a Nido needs beside the address. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export async function startStore(kind: StoreKind): Promise<Store> {
  const own = await startServers()
  const stop = () => own.stop()
  if (kind === 'near') return { servers: own, pids: own.pids, settings: {}, stop }
  if (kind === 'tls') return startSecure(own)
  const line = await openLongLine(own.s3Endpoint)
  return {
    servers: { ...own, s3Endpoint: line.url },
    pids: own.pids,
    settings: {},
    stop: async () => {
      await line.stop()
      await stop()
    },
  }
}

/** A second MinIO with a certificate that this process and Nido trust. The first one has nothing to do. */
async function startSecure(own: Awaited<ReturnType<typeof startServers>>): Promise<Store> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-tls-'))
  const certificates = path.join(folder, 'certificates')
  await mkdir(certificates)
  const authority = path.join(certificates, 'public.crt')
  await writeFile(authority, SELF_SIGNED.cert)
  await writeFile(path.join(certificates, 'private.key'), SELF_SIGNED.key)
  const env = environment()
  const address = `127.0.0.1:${await findFreePort()}`
  const child = await startChild('MinIO', {
    command: await findMinio({ env, say: console.error }),
    args: ['server', '--quiet', '--certs-dir', certificates, '--address', address, path.join(folder, 'data')],
    env: { ...env, GOGC: '400', MINIO_ROOT_USER: own.keys.accessKey, MINIO_ROOT_PASSWORD: own.keys.secretKey },
  })
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), SELF_SIGNED.cert])
  const s3Endpoint = `https://${address}`
  await waitFor(child, async () => (await fetch(s3Endpoint).catch(() => null))?.status === 403)
  return {
    servers: { ...own, s3Endpoint },
    pids: { minio: child.pid, database: own.pids.database },
    settings: { NODE_EXTRA_CA_CERTS: authority },
    stop: async () => {
      await Promise.all([child.stop(), own.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Passes bytes on late, but as many as come. */
export async function openLongLine(endpoint: string) {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<net.Socket>()
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    for (const socket of [near, far]) sockets.add(socket.on('close', () => void sockets.delete(socket)))
    passLate(near, far)
    passLate(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What is on the way is bounded as by the window of a real line. */
const ON_THE_WAY_MAX = 64 * 1024 * 1024

function passLate(from: net.Socket, to: net.Socket): void {
  let underway = 0
  const later = (task: () => void) => void setTimeout(task, ONE_WAY_MS)
  from.on('data', (bytes) => {
    underway += bytes.length
    if (underway > ON_THE_WAY_MAX) from.pause()
    later(() => {
      const arrive = () => {
        underway -= bytes.length
        if (underway <= ON_THE_WAY_MAX) from.resume()
      }
      if (!to.destroyed) to.write(bytes, arrive)
    })
  })
  from.on('end', () => later(() => void to.end()))
  from.on('error', () => later(() => void to.destroy()))
  from.on('close', () => later(() => void (from.errored && to.destroy())))
}
