// What dialling fails with, as the failure of an import.
import { JobFailed } from '../../../jobs/types.ts'
import { DialFailed } from '../../../lib/dial/fetching.ts'
import { DialRefused } from '../../../lib/dial/guard.ts'
import { TooManyBytes } from '../../../lib/dial/meter.ts'
import { BadLink } from '../../../lib/dial/target.ts'
import { failed, refusalCode } from '../landing-failures.ts'

/** The failure that an error means for good; null if another try may help. */
export function dialFailureOf(error: unknown): JobFailed | null {
  if (error instanceof JobFailed) return error
  if (error instanceof DialRefused) return failed(refusalCode(error.reason), error.message)
  if (error instanceof BadLink) return failed('badLink', error.message)
  if (error instanceof TooManyBytes) return failed('tooLarge', error.message)
  if (error instanceof DialFailed && error.code === 'EREDIRECTS') return failed('unreachable', error.message)
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? failed('noScratch') : null
}
