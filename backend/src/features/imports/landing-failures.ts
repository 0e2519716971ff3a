// What refuses a write or a connection, as the failure of an import.
import type { ImportError } from '../../../contract/import-kinds.ts'
import type { ErrorCode } from '../../../contract/error-status.ts'
import { JobFailed } from '../../jobs/types.ts'
import { AppError } from '../../lib/app-error.ts'
import type { RefusalReason } from '../../lib/dial/guard.ts'

const FAILURES: Partial<Record<ErrorCode, ImportError>> = {
  forbidden: 'forbidden',
  noRoom: 'noRoom',
  notFound: 'noFolder',
  isFile: 'noFolder',
  isFolder: 'noFolder',
  conflict: 'noFolder',
  badRequest: 'noFolder',
}

/** An import that fails with a code of the contract. */
export const failed = (code: ImportError, detail = ''): JobFailed => new JobFailed(code, detail)

export const forbidden = (detail: string): JobFailed => failed('forbidden', detail)

/** The failure that an error means for good; any other error as it is, since another try may succeed. */
export function failureOf(error: unknown): unknown {
  const code = error instanceof AppError ? FAILURES[error.code] : undefined
  return code === undefined ? error : failed(code, (error as AppError).message)
}

/** Whether a name is taken. */
export const isConflict = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'conflict' || error.code === 'isFolder')

/** What an import fails with where something may not be dialled. */
export const refusalCode = (reason: RefusalReason): ImportError =>
  reason === 'port' ? 'portNotAllowed' : 'privateAddress'
