import { environment } from '../../scripts/lib/environment.ts'
import { findWebKit } from '../../scripts/lib/engines.ts'
import { journeys } from './journeys.ts'
import { startWebKit } from './webkit.ts'

const programs = await findWebKit({ env: environment(), say: () => undefined })

journeys('WebKit', programs === null ? null : () => startWebKit(programs))
