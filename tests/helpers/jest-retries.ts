// A build server's disk may stand still for seconds. What passes at another try is named at the end of the run.
import { jest } from '@jest/globals'
import { environment } from '../../scripts/lib/environment.ts'

if (environment()['CI']) jest.retryTimes(2, { logErrorsBeforeRetry: true })
