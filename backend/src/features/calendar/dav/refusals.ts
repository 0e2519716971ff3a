// Reports that are refused with a condition of their own, by which a client knows what to do.
import { AppError } from '../../../lib/app-error.ts'
import { caldav, dav } from './xml.ts'

const CONDITIONS = {
  // RFC 6578 section 3.2: the client begins anew.
  'valid-sync-token': { name: dav('valid-sync-token'), why: 'the sync token is not known any more' },
  // RFC 4791 sections 7.8 and 7.5.1.
  'supported-filter': { name: caldav('supported-filter'), why: 'the filter is not supported' },
  'supported-collation': { name: caldav('supported-collation'), why: 'the collation is not supported' },
}

export class RefusedReport extends AppError {
  /** The element that names it. */
  readonly condition: string

  constructor(condition: keyof typeof CONDITIONS) {
    const { name, why } = CONDITIONS[condition]
    super('forbidden', why)
    this.condition = name
  }
}
