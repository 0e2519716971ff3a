// Serves metrics to Prometheus on a port of their own, which no edge proxy leads to. A process without calls answers
// its probes there, too.
import { createServer } from 'node:http'
import Koa, { type Middleware } from 'koa'
import type { Metrics } from '../lib/metrics.ts'
import { probes, type ProbesOptions } from './probes.ts'

export interface MetricsServer {
  stop(): Promise<void>
}

export interface MetricsServerOptions {
  metrics: Metrics
  port: number
  host: string
  /** Where they are answered here. */
  probes?: ProbesOptions
}

/**
 * Answers `GET /metrics`, and the probes if there are any; nothing on port 0. The process itself is measured from here
 * on, because that has a cost.
 * @throws Error if the port is taken
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { metrics, port, host } = options
  if (port === 0) return { stop: async () => undefined }
  metrics.watchProcess()
  const app = new Koa()
  if (options.probes) app.use(probes(options.probes))
  app.use(answerMetrics(metrics))
  const server = createServer(app.callback())
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

function answerMetrics({ registry }: Metrics): Middleware {
  return async (ctx) => {
    if (ctx.method !== 'GET' || ctx.path !== '/metrics') return
    ctx.body = await registry.metrics()
    ctx.set('Content-Type', registry.contentType)
  }
}
