// `make dev`: like `make start`, but the API restarts and the page reloads when a source changes. The page is at Vite's
// address.
import path from 'node:path'
import { API_ENVIRONMENT, NODE_ARGS } from './lib/api.ts'
import { describeExit, startChild } from './lib/child.ts'
import { openHousehold } from './lib/open-household.ts'
import { NODE, ROOT } from './lib/places.ts'
import { findFreePort } from './lib/ports.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { env, config, servers } = await openHousehold(say)
  const asked = new Promise<null>((resolve) =>
    process.once('SIGINT', () => resolve(null)).once('SIGTERM', () => resolve(null)),
  )
  const api = await findFreePort()
  const echo = (name: string) => (line: string) => say(`${name} │ ${line}`)
  const children = [
    await startChild('the API', {
      command: NODE,
      args: ['--watch', '--watch-preserve-output', ...NODE_ARGS, path.join(ROOT, 'backend', 'src', 'main.ts')],
      env: { ...API_ENVIRONMENT, ...env, ...servers.settings, PORT: String(api), HOST: '127.0.0.1', BASE_URL: '' },
      onLine: echo('api '),
    }),
    await startChild('Vite', {
      command: NODE,
      args: [
        path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
        '--host',
        config.HOST,
        '--port',
        String(config.PORT),
        '--strictPort',
      ],
      env: { ...env, NIDO_API: `http://127.0.0.1:${api}` },
      onLine: echo('page'),
    }),
  ]
  try {
    const ended = await Promise.race([
      asked,
      ...[...children, ...servers.children].map((one) => one.exited.then((exit) => ({ one, exit }))),
    ])
    if (ended) say(`${ended.one.name} ${describeExit(ended.exit)}; everything else is stopped.`)
    return ended ? 1 : 0
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    await servers.stop()
  }
}

process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }),
)
