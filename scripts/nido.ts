// `make nido`, `make fsck`, `make import-filebrowser`: node scripts/nido.ts COMMAND [arguments]. Uses the servers of a
// running Nido, or starts those of the data folder for the duration of the command.
import path from 'node:path'
import { startChild } from './lib/child.ts'
import { openHousehold } from './lib/open-household.ts'
import { NODE, ROOT } from './lib/places.ts'

// Programs may read the command's output, so all other messages go to standard error.
const say = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<number> {
  const { env, servers } = await openHousehold(say)
  try {
    const child = await startChild('nido', {
      command: NODE,
      args: [path.join(ROOT, 'backend', 'src', 'commands', 'nido.ts'), ...process.argv.slice(2)],
      env: { ...env, ...servers.settings },
      onLine: (line) => void process.stdout.write(`${line}\n`),
    })
    return (await child.exited).code ?? 2
  } finally {
    await servers.stop()
  }
}

process.exit(
  await main().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    return 2
  }),
)
