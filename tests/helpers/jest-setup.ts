// Before a Jest run: starts servers and a Nido of two processes, unless the start of the run passed them on.
import { environment } from '../../scripts/lib/environment.ts'
import { siteEnvironment, startNido } from './nido.ts'
import { handOn, sharedServers, startServers } from './servers.ts'
import { keepForTeardown } from './jest-teardown.ts'

/** Called by Jest once per run. */
export default async function setUp(): Promise<void> {
  if (sharedServers()) return
  const servers = await startServers()
  keepForTeardown(() => servers.stop())
  handOn(servers)
  const nido = await startNido({ servers })
  keepForTeardown(() => nido.stop())
  Object.assign(environment(), siteEnvironment({ ...nido, door: nido.urls[0] ?? '' }))
}
