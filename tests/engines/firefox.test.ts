import { environment } from '../../scripts/lib/environment.ts'
import { findFirefox } from '../../scripts/lib/engines.ts'
import { startFirefox } from './firefox.ts'
import { journeys } from './journeys.ts'

const program = await findFirefox({ env: environment(), say: () => undefined })

journeys('Firefox', program === null ? null : () => startFirefox(program))
