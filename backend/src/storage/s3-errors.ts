// Translates what S3 says into an AppError, so that nothing above knows errors of S3.
import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../lib/app-error.ts'
import { Fenced } from './s3-clients.ts'

const FULL: [ErrorCode, string] = ['noRoom', 'the storage is full']

const CODES: Record<string, [ErrorCode, string]> = {
  NoSuchKey: ['notFound', 'nothing exists at that path'],
  NotFound: ['notFound', 'nothing exists at that path'],
  NoSuchVersion: ['notFound', 'there is no such version'],
  NoSuchBucket: ['notFound', 'nothing exists at that path'],
  NoSuchUpload: ['goneMeanwhile', 'the storage has dropped this unfinished upload'],
  InvalidPart: ['goneMeanwhile', 'the storage has dropped a part of this upload'],
  PreconditionFailed: ['conflict', 'something with that name exists'],
  XMinioInvalidObjectName: ['badRequest', 'the storage refuses such a name'],
  KeyTooLongError: ['badRequest', 'the path is too long'],
  XMinioObjectExistsAsDirectory: ['isFolder', 'a folder with that name exists'],
  XMinioParentIsObject: ['conflict', 'a file is in the way'],
  // versitygw has other names for the same two.
  ExistingObjectIsDirectory: ['isFolder', 'a folder with that name exists'],
  ObjectParentIsFile: ['conflict', 'a file is in the way'],
  EntityTooLarge: ['tooLarge', 'the file is larger than the storage allows'],
  IncompleteBody: ['badRequest', 'the body ended before its declared length'],
  XMinioStorageFull: FULL,
  InsufficientStorage: FULL,
  // Quotas that the storage's own administrator gave a bucket, by the names that MinIO and others use.
  XMinioAdminBucketQuotaExceeded: FULL,
  QuotaExceeded: FULL,
}

/** The name that an S3 error carries, such as `NoSuchKey`; '' for anything else. */
export function s3ErrorName(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = (error as { Code?: unknown; code?: unknown }).Code ?? (error as { code?: unknown }).code
  return error.name !== 'Error' && error.name !== 'S3Error' ? error.name : typeof code === 'string' ? code : error.name
}

/** Whether an error says that there is no such object, version or bucket. */
export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', 'NoSuchVersion', 'NoSuchBucket'].includes(s3ErrorName(error))

/** What S3, or the connection to it, said, in Nido's terms. AppErrors and Fenced pass unchanged. */
export function translateS3Error(error: unknown): Error {
  if (error instanceof AppError || error instanceof Fenced) return error
  // A mistake in Nido's own code must not look like a trouble of the storage.
  if (
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError ||
    error instanceof SyntaxError
  )
    return error
  const known = CODES[s3ErrorName(error)] ?? (isFull(error) ? FULL : undefined)
  if (known) return new AppError(known[0], known[1], { cause: error })
  const status = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
  if (status !== undefined && status < 500 && !cameTooLate(error))
    return new AppError('internal', 'the storage refused a request', { cause: error })
  return new AppError('unavailable', 'the storage does not answer', { cause: error, retryAfter: 5 })
}

/**
 * Whether a storage says in another way that it is full: by status 507 (RFC 4918 section 11.5), or, where its drive
 * fills up in the middle of a request, by MinIO's 500 with the system's message (ENOSPC). No code tells the latter, so
 * the text is all there is to go by.
 */
function isFull(error: unknown): boolean {
  const { $metadata, message } = error as { $metadata?: { httpStatusCode?: number }; message?: unknown }
  if ($metadata?.httpStatusCode === 507) return true
  return (
    s3ErrorName(error) === 'InternalError' && typeof message === 'string' && message.includes('no space left on device')
  )
}

/**
 * Whether a storage refused a request because of the time that passed: one of its own limits, or the end of the lease
 * under which the request was signed. A storage that stood still answers so when it goes on. MinIO and AWS name the
 * latter only by its text ("Request has expired", with the code of missing rights).
 */
function cameTooLate(error: unknown): boolean {
  const name = s3ErrorName(error)
  if (name === 'RequestTimeout' || name === 'ClientDisconnected') return true
  return name === 'AccessDenied' && (error as Error).message.includes('expired')
}

/** A lost lease, for a caller who waited for its work; undefined for other errors. Used by the error middleware. */
export function fromStorage(error: unknown): AppError | undefined {
  if (!(error instanceof Fenced)) return undefined
  return new AppError('unavailable', 'it took too long', { cause: error, retryAfter: 5 })
}

/** Runs a request and translates what it throws. */
export async function translating<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw translateS3Error(error)
  }
}

/**
 * Runs a request that may replace one version of a file and no other (`If-Match`).
 * @throws AppError `preconditionFailed` if the file is another by now; what the request throws
 */
export async function replacing<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (s3ErrorName(error) !== 'PreconditionFailed') throw error
    throw new AppError('preconditionFailed', 'the file was changed in the meantime', { cause: error })
  }
}

/** Whether a request that may replace one file alone has found another there, or none. */
export const foundAnother = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'preconditionFailed' || error.code === 'notFound')
