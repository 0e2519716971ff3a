// The household of a command that is run beside it, or that runs it for development.
import { loadConfig } from '../../backend/src/config.ts'
import { openDataFolder } from './data-folder.ts'
import { environment } from './environment.ts'
import { openServers } from './household-servers.ts'

/** The settings of this process, and the servers that they name or that the data folder holds. */
export async function openHousehold(say: (line: string) => void) {
  const env = environment()
  const config = loadConfig({
    S3_ENDPOINT: 'http://127.0.0.1',
    S3_ACCESS_KEY: 'own',
    S3_SECRET_KEY: 'own',
    MONGO_URL: 'mongodb://127.0.0.1',
    ...env,
  })
  const folder = await openDataFolder(config.DATA_DIR)
  const ports = { minio: config.MINIO_PORT, database: config.MONGO_PORT }
  return { env, config, servers: await openServers({ folder, env, ports, say }) }
}
