// A Nido whose requests to S3 and commands to the database are counted.
import { startNido, type Nido } from '../helpers/nido.ts'
import { startS3Proxy, type S3Proxy } from '../helpers/s3-proxy.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

export interface BehindProxy {
  servers: Servers
  proxy: S3Proxy
  nido: Nido
  me: PersonsFiles
  stop(): Promise<void>
}

/** One API process that reaches S3 through a proxy, and a person. */
export async function startBehindProxy(settings: Record<string, string> = {}): Promise<BehindProxy> {
  const servers = await useServers()
  const proxy = await startS3Proxy(servers.s3Endpoint)
  const nido = await startNido({ replicas: 1, servers: { ...servers, s3Endpoint: proxy.endpoint }, settings })
  return {
    servers,
    proxy,
    nido,
    me: filesOf(await nido.makePerson()),
    stop: async () => {
      await nido.stop()
      await proxy.stop()
      await servers.stop()
    },
  }
}

export interface Counted extends BehindProxy {
  /** The methods of the requests to S3 about files of the tests during a call: those with `counted` in their names. */
  during(call: () => Promise<unknown>): Promise<string[]>
  /** How many commands the process sends to the database during a call; what it asks by itself counts, too. */
  commands(call: () => Promise<unknown>): Promise<number>
}

/** `delayOf`: milliseconds by which a request to S3 is delayed. */
export async function startCounted(delayOf: (url: URL) => number = () => 0): Promise<Counted> {
  const port = await findFreePort()
  const behind = await startBehindProxy({ METRICS_PORT: String(port) })
  let asked: string[] = []
  behind.proxy.delay(({ method, url }) => {
    if (decodeURIComponent(url.href).includes('counted')) asked.push(method)
    return delayOf(url)
  })
  const commandsSoFar = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const counts = text.matchAll(/^nido_database_seconds_count\{.*\} (\d+)$/gm)
    return counts.reduce((sum, [, count]) => sum + Number(count), 0)
  }
  return {
    ...behind,
    during: async (call) => {
      asked = []
      await call()
      return asked.slice()
    },
    commands: async (call) => {
      const before = await commandsSoFar()
      await call()
      return (await commandsSoFar()) - before
    },
  }
}
