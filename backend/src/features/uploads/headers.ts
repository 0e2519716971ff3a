// The headers of tus 1.0 as the contract reads them (api-contract 6).
import { AppError } from '../../lib/app-error.ts'
import { UNKNOWN_LENGTH } from './record.ts'

const WHOLE_NUMBER = /^\d{1,16}$/

/** tus 1.0, PATCH: "All PATCH requests MUST use Content-Type: application/offset+octet-stream". */
export const CHUNK_TYPE = 'application/offset+octet-stream'

/**
 * `Upload-Length` in bytes; -1 where it is not sent, as the first page of this API does.
 * @throws AppError `badRequest` for anything but a whole number, `tooLarge` above `most`
 */
export function parseLength(header: string | undefined, most: number): number {
  if (header === undefined) return UNKNOWN_LENGTH
  const length = wholeNumber(header, 'Upload-Length')
  if (length > most) throw new AppError('tooLarge', 'the file is larger than the storage takes')
  return length
}

/** `Upload-Offset` in bytes. @throws AppError `badRequest` when it is missing or no whole number */
export const parseOffset = (header: string | undefined): number => wholeNumber(header ?? '', 'Upload-Offset')

function wholeNumber(header: string, name: string): number {
  if (!WHOLE_NUMBER.test(header) || !Number.isSafeInteger(Number(header))) throw new AppError('badRequest', `${name} is no whole number`)
  return Number(header)
}

/**
 * The value of `mtime` in `Upload-Metadata` (base64 of milliseconds since 1970); undefined where it is not there or cannot be read.
 * Nothing else of the metadata is looked at: the URL alone says what the file is called, its bytes and its name what it is.
 */
export function mtimeOf(metadata: string | undefined): Date | undefined {
  for (const pair of (metadata ?? '').split(',')) {
    const [key, value = ''] = pair.trim().split(' ')
    if (key !== 'mtime') continue
    const text = Buffer.from(value, 'base64').toString('latin1')
    return /^\d{1,15}$/.test(text) ? new Date(Number(text)) : undefined
  }
  return undefined
}
