// What `make start` needs before it starts anything: the settings, checked; then the page, the programs, the emulator
// and yt-dlp. It is a process of its own, so that the one that goes on running for the household stays small. Each line
// of its output is JSON (lib/prepared.ts).
import { loadConfig, type Config } from '../backend/src/config.ts'
import { buildEmulator } from './lib/emulator.ts'
import { environment } from './lib/environment.ts'
import { isGiven } from './lib/household-servers.ts'
import { buildPage } from './lib/page.ts'
import type { Told } from './lib/prepared.ts'
import { buildPrograms } from './lib/program.ts'
import { findYtDlp } from './lib/yt-dlp.ts'

const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`)
const say = (line: string) => tell({ kind: 'line', line })

/** Those of servers that `make start` starts itself are not known yet. */
function readSettings(env: NodeJS.ProcessEnv): Config {
  return loadConfig({
    ...env,
    ...(!isGiven(env, 'S3_ENDPOINT') && {
      S3_ENDPOINT: 'http://127.0.0.1',
      S3_ACCESS_KEY: env['S3_ACCESS_KEY'] || 'own',
      S3_SECRET_KEY: env['S3_SECRET_KEY'] || 'own',
    }),
    ...(!isGiven(env, 'MONGO_URL') && { MONGO_URL: 'mongodb://127.0.0.1' }),
  })
}

async function prepare(): Promise<void> {
  const env = environment()
  const { HOST, PORT, BASE_URL, DATA_DIR, MINIO_PORT, MONGO_PORT, WORKER, ADMIN_USERNAME } = readSettings(env)
  tell({
    kind: 'settings',
    settings: { HOST, PORT, BASE_URL, DATA_DIR, MINIO_PORT, MONGO_PORT, WORKER, ADMIN_USERNAME },
  })
  const [ytDlp] = await Promise.all([
    WORKER ? findYtDlp({ env, say }) : null,
    buildPage(say),
    buildPrograms(say),
    // The files need no games.
    buildEmulator(say).catch((error: Error) => say(`${error.message}\nThe arcade cannot start games.`)),
  ])
  tell({ kind: 'done', ytDlp })
}

try {
  await prepare()
} catch (error) {
  tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
}
