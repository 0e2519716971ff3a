// Parses the archive format of a request.
import { ARCHIVE_ENDINGS, type ArchiveFormat } from '../../../contract/archives.ts'
import { AppError } from '../../lib/app-error.ts'

/** The format for a value of `?algo=`. Absent, empty and `true` mean zip. @throws AppError `badRequest` for others */
export function parseFormat(algo: string | undefined): ArchiveFormat {
  if (algo === undefined || algo === '' || algo === 'true') return 'zip'
  if (!Object.hasOwn(ARCHIVE_ENDINGS, algo)) throw new AppError('badRequest', 'unknown archive format')
  return algo as ArchiveFormat
}

/** `Content-Type` of an archive. */
export function typeOfFormat(format: ArchiveFormat): string {
  if (format === 'zip') return 'application/zip'
  return format === 'targz' ? 'application/x-gzip' : 'application/octet-stream'
}
