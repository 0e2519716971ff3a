// Serves metrics to Prometheus on a port of their own, which no edge proxy leads to.
import { createServer } from 'node:http'
import type { Metrics } from '../lib/metrics.ts'

export interface MetricsServer {
  stop(): Promise<void>
}

/**
 * Answers `GET /metrics` and nothing else. The process itself is measured from here on, because that has a cost.
 * @throws Error if the port is taken
 */
export async function startMetricsServer(
  { registry, watchProcess }: Metrics,
  port: number,
  host: string,
): Promise<MetricsServer> {
  watchProcess()
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end()
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
