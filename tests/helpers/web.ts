// Web as its image and the chart run it: nginx with the configuration of charts/nido/files, before an API.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startChild } from '../../scripts/lib/child.ts'
import { statusOf, waitFor } from '../../scripts/lib/embedded.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findNginx } from '../../scripts/lib/nginx.ts'
import { ROOT } from '../../scripts/lib/places.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'

const CONFIGURATION = path.join(ROOT, 'charts', 'nido', 'files', 'nginx.conf')

export interface Web {
  pid: number
  /** With the base path, without a trailing slash. */
  url: string
  /** The folder that stands for /tmp. */
  folder: string
  /** Where probes ask. */
  healthUrl: string
  /** What nginx said. */
  log: string[]
  stop(): Promise<void>
}

export interface WebOptions {
  /** URLs of API processes. */
  apis: string[]
  base?: string
  /** As the chart has rendered it; left out, that of the image. */
  configuration?: string | undefined
}

/**
 * Starts nginx and waits until it answers. Only the places of files and ports differ from the image, and that it takes
 * the APIs by turns itself, as a Service does in a cluster.
 * @throws Error with its last lines if it refuses the configuration
 */
export async function startWeb({ apis, base = '', configuration: given }: WebOptions): Promise<Web> {
  const nginx = await findNginx({ env: environment(), say: (line) => process.stderr.write(`${line}\n`) })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-web-'))
  const [port, healthPort] = [await findFreePort(), await findFreePort()]
  const file = path.join(folder, 'nginx.conf')
  const configuration = (given ?? (await readFile(CONFIGURATION, 'utf8')))
    .replace(/(?<=upstream api \{\s+)server [^;]+;/, apis.map((url) => `server ${new URL(url).host};`).join(' '))
    .replaceAll('@BASE@', base)
    .replace(/load_module .*;/, `load_module ${nginx.brotli};`)
    .replaceAll(' /tmp/', ` ${folder}/`)
    .replace('/nido/page/static/', `${path.join(ROOT, 'dist', 'page', 'static')}/`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('listen 8081;', `listen 127.0.0.1:${healthPort};`)
  // As root, its workers would be somebody who may not read the folder of the tests.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  await writeFile(file, user + configuration)
  const log: string[] = []
  const child = await startChild('nginx', {
    command: nginx.program,
    args: ['-e', 'stderr', '-c', file],
    onLine: (line) => void log.push(line),
  })
  const healthUrl = `http://127.0.0.1:${healthPort}/health`
  await waitFor(child, async () => (await statusOf(healthUrl)) === 200)
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}${base}`,
    folder,
    healthUrl,
    log,
    stop: async () => {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
