// A process of a household that has no index and answers no requests: it carries on what others have left, and keeps
// house. This is all it takes to be one.
import { loadConfig } from '../../backend/src/config.ts'
import { keepHouse } from '../../backend/src/jobs.ts'
import { createLog } from '../../backend/src/lib/log.ts'
import { createMetrics } from '../../backend/src/lib/metrics.ts'
import { startServices } from '../../backend/src/services.ts'

const services = await startServices({ config: loadConfig(), log: createLog('warn'), metrics: createMetrics() })
const house = await keepHouse(services)
process.stdout.write('at work\n')
process.once('SIGTERM', () => void house.stop().then(services.stop))
