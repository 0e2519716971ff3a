// A small body that is a file: a logo, an icon or a style sheet. People's files never come here.
import type { IncomingMessage } from 'node:http'
import { AppError } from '../lib/app-error.ts'
import { bodyOf, declaredLength } from './request-body.ts'

/**
 * Reads the whole body.
 * @throws AppError `tooLarge` over the limit, `badRequest` if it is empty, `unsupportedMediaType` if it is compressed
 */
export async function bytesBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('unsupportedMediaType', 'the body is compressed')
  const tooLarge = () => new AppError('tooLarge', `the body is larger than ${maxBytes} bytes`)
  if ((declaredLength(req) ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bodyOf(req) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (length === 0) throw new AppError('badRequest', 'the body is empty')
  return Buffer.concat(chunks)
}
