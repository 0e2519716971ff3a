// A process without an index and without HTTP. It continues the operations that other processes left and does
// house-keeping. These lines are all that such a process needs.
import { loadConfig } from '../../backend/src/config.ts'
import { keepHouse } from '../../backend/src/household.ts'
import { createLog } from '../../backend/src/lib/log.ts'
import { createMetrics } from '../../backend/src/lib/metrics.ts'
import { startServices } from '../../backend/src/services.ts'

const services = await startServices({ config: loadConfig(), log: createLog('warn'), metrics: createMetrics() })
const house = await keepHouse(services)
process.stdout.write('at work\n')
process.once('SIGTERM', () => void house.stop().then(services.stop))
