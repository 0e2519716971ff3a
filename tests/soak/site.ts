// Two API processes with their own servers. Each of them can be killed and paused. A proxy before S3 can lose answers.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Server, startDatabase, startMinio } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { findDatabase, findMinio } from '../../scripts/lib/programs.ts'
import type { Guard } from '../helpers/broken-rules.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { makePointFiles } from '../helpers/point-files.ts'
import { startS3Proxy, type S3Proxy } from '../helpers/s3-proxy.ts'
import type { Servers } from '../helpers/servers.ts'

export const REPLICAS = 2

/** The parts that can be killed and paused: the API processes by number, and the two servers. */
export type Part = 0 | 1 | 'minio' | 'database'

export interface Site {
  nido: Nido
  proxy: S3Proxy
  /** S3 itself, without the proxy. */
  servers: Servers
  /** The earlier logs of each API process, from before it was killed. */
  pastLogs: readonly string[][]
  /** The lines of the logs, new since the last call, that tell the cause of an answer 500. */
  newFailures(): string[]
  sleep(part: Part): void
  wake(part: Part): void
  kill(part: Part): Promise<void>
  /** Restarts what was killed: servers on the same data and port, an API process with the same settings. */
  renew(part: Part): Promise<void>
  stop(): Promise<void>
}

/** `without` names a guard of the storage that is switched off (tests/helpers/broken-rules.ts). */
export async function openSite(without: Guard | null): Promise<Site> {
  const env = environment()
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const programs = { minio: await findMinio({ env, say }), database: await findDatabase({ env, say }) }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-soak-'))
  const keys = { accessKey: 'nido-soak-root', secretKey: 'nido-soak-root-secret' }
  const ports = { minio: await findFreePort(), database: await findFreePort() }
  const starts = {
    minio: () => startMinio(programs.minio, { dir: path.join(folder, 'minio'), port: ports.minio, env, keys }),
    database: () => startDatabase(programs.database, { dir: path.join(folder, 'database'), port: ports.database, env }),
  }
  const running: Record<'minio' | 'database', Server> = {
    minio: await starts.minio(),
    database: await starts.database(),
  }
  const servers: Servers = { s3Endpoint: running.minio.url, keys, mongoUrl: running.database.url }
  const proxy = await startS3Proxy(running.minio.url)
  const points = without === null ? null : await makePointFiles()
  if (without !== null) await points?.leaveOut(without)
  const nido = await startNido({
    replicas: REPLICAS,
    servers: { ...servers, s3Endpoint: proxy.endpoint },
    settings: { SHARED_FOLDER: '' },
    points: points?.folder,
  })
  const signal = (part: Part, name: NodeJS.Signals) =>
    (typeof part === 'number' ? nido.replicas[part] : running[part].child)?.signal(name)
  const pastLogs: string[][] = []
  const toldFailures = new Set<string>()
  return {
    nido,
    proxy,
    servers,
    pastLogs,
    newFailures: () => {
      const logs = [...pastLogs, ...nido.replicas.map((replica) => replica.log)]
      const lines = logs.flat().filter((line) => line.includes('"code":"internal"') && !toldFailures.has(line))
      for (const line of lines) toldFailures.add(line)
      return lines
    },
    sleep: (part) => signal(part, 'SIGSTOP'),
    wake: (part) => signal(part, 'SIGCONT'),
    kill: async (part) => {
      if (typeof part === 'number') return nido.replicas[part]?.kill()
      signal(part, 'SIGKILL')
      await running[part].child.exited
    },
    renew: async (part) => {
      if (typeof part !== 'number') {
        running[part] = await starts[part]()
        return
      }
      pastLogs.push(nido.replicas[part]?.log ?? [])
      const fresh = await nido.addReplica()
      nido.replicas.splice(nido.replicas.indexOf(fresh), 1)
      nido.replicas[part] = fresh
    },
    stop: async () => {
      await nido.stop()
      await proxy.stop()
      await Promise.all([running.minio.child.stop(), running.database.child.stop()])
      await points?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
