import { describe, expect, it } from '@jest/globals'
import { AppError } from '../lib/app-error.ts'
import { S3Refusal } from './minio-requests.ts'
import { Fenced } from './s3-clients.ts'
import { fromStorage, isMissing, translateS3Error } from './s3-errors.ts'

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more })

describe('what the storage says', () => {
  it.each([
    ['NoSuchKey', 'notFound'],
    ['NoSuchBucket', 'notFound'],
    ['PreconditionFailed', 'conflict'],
    ['NoSuchUpload', 'goneMeanwhile'],
    ['XMinioStorageFull', 'noRoom'],
    ['XMinioInvalidObjectName', 'badRequest'],
  ])('%s is %s', (name, code) => expect(translateS3Error(named(name))).toMatchObject({ code }))

  it('knows what is told of a listing by its code', () => {
    expect(translateS3Error(new S3Refusal('NoSuchKey', 404))).toMatchObject({ code: 'notFound' })
    expect(isMissing(new S3Refusal('NoSuchBucket', 404))).toBe(true)
  })

  it.each<[string, Error]>([
    ['MinIO before it begins', named('XMinioStorageFull', { $metadata: { httpStatusCode: 507 } })],
    [
      'MinIO in the middle',
      Object.assign(new Error('We encountered an internal error, please try again.: cause(no space left on device)'), {
        name: 'InternalError',
        $metadata: { httpStatusCode: 500 },
      }),
    ],
    ['another server, by its status', named('Whatever', { $metadata: { httpStatusCode: 507 } })],
    ['a quota of the bucket', named('XMinioAdminBucketQuotaExceeded', { $metadata: { httpStatusCode: 400 } })],
  ])('A10: full is full, as it is said by %s', (_, error) =>
    expect(translateS3Error(error)).toMatchObject({ code: 'noRoom' }),
  )

  it('is unavailable where it does not answer, or answers 5xx, and says when to come back', () => {
    for (const error of [
      named('Error', { code: 'ECONNREFUSED' }),
      named('TimeoutError'),
      named('InternalError', { $metadata: { httpStatusCode: 503 } }),
    ]) {
      expect(translateS3Error(error)).toMatchObject({ code: 'unavailable', retryAfter: 5 })
    }
  })

  it('is unavailable where it says that the request came too late', () => {
    for (const error of [
      named('RequestTimeout', { $metadata: { httpStatusCode: 400 } }),
      named('ClientDisconnected', { $metadata: { httpStatusCode: 499 } }),
      Object.assign(named('AccessDenied', { $metadata: { httpStatusCode: 403 } }), { message: 'Request has expired' }),
    ])
      expect(translateS3Error(error)).toMatchObject({ code: 'unavailable', retryAfter: 5 })
    expect(fromStorage(new Fenced())).toMatchObject({ code: 'unavailable', retryAfter: 5 })
    expect(fromStorage(new Error('other'))).toBeUndefined()
    expect(translateS3Error(named('AccessDenied', { $metadata: { httpStatusCode: 403 } }))).toMatchObject({
      code: 'internal',
    })
  })

  it('is a fault of ours where it refuses what we should not have asked, or where we erred', () => {
    expect(translateS3Error(named('SignatureDoesNotMatch', { $metadata: { httpStatusCode: 403 } }))).toMatchObject({
      code: 'internal',
    })
    const mistake = new TypeError('not a function')
    expect(translateS3Error(mistake)).toBe(mistake)
  })

  it('leaves errors of Nido as they are', () => {
    const error = new AppError('conflict', 'taken')
    expect(translateS3Error(error)).toBe(error)
  })
})
