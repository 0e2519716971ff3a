// The headers of tus 1.0.
import fc from 'fast-check'
import { checkProtocol, mtimeOfUpload, parseLength, parseOffset } from '../../backend/src/features/uploads/headers.ts'
import { answerOf, hold } from './holding.ts'
import { checkGrowth, type Pumped, pumpedOf } from './growth.ts'
import { textOf } from './inputs.ts'
import type { Target } from './target.ts'

const NUMBERS = ['0', '-1', '+1', '1e3', '0x10', ' ', '1.5', ',', '\n', '٣', '1_000']
const PAIRS = [
  'mtime ',
  'mtime',
  ',',
  ' ',
  '=',
  'MTcwMDAwMDAwMDAwMA==',
  'filename YQ==',
  'OTk5OTk5OTk5OTk5OTk5',
  '\t',
  '__proto__ ',
]
const MOST = 5 * 2 ** 40

export const uploadNumbers: Target<string> = {
  name: 'tus numbers',
  inputs: fc.oneof(textOf(NUMBERS, 3), fc.maxSafeNat().map(String)),
  check(header) {
    for (const read of [parseOffset, (text: string) => parseLength(text, MOST)]) {
      const value = answerOf(() => read(header))
      if (value === null) continue
      hold(Number.isSafeInteger(value) && value >= 0, 'a count of bytes')
      hold(BigInt(header) === BigInt(value), 'the number that was sent')
    }
    hold((answerOf(() => parseLength(header, MOST)) ?? 0) <= MOST, 'no longer than the storage takes')
  },
}

export const uploadMetadata: Target<string> = {
  name: 'tus metadata',
  inputs: fc.oneof(
    textOf(PAIRS),
    textOf(PAIRS).map((text) => `mtime ${Buffer.from(text).toString('base64')}`),
  ),
  check(header) {
    const time = mtimeOfUpload(header)
    if (time !== undefined) hold(!Number.isNaN(time.getTime()) && time.getTime() >= 0, 'a time since 1970')
  },
}

export const uploadTimes: Target<number> = {
  name: 'tus times there and back',
  inputs: fc.nat(999_999_999_999_999),
  check: (time) =>
    hold(
      mtimeOfUpload(`filename YQ==,mtime ${Buffer.from(`${time}`).toString('base64')}`)?.getTime() === time,
      'the same',
    ),
}

export const uploadProtocol: Target<Record<string, string>> = {
  name: 'tus protocol',
  inputs: fc.dictionary(
    fc.constantFrom('tus-resumable', 'trailer', 'upload-concat', 'upload-checksum', 'upload-length'),
    textOf(['1.0.0', 'Upload-Checksum', 'UPLOAD-CONCAT', ',', 'final;', ' ']),
  ),
  check(headers) {
    const sent: Record<string, unknown> = {}
    const ctx = {
      headers,
      get: (name: string) => headers[name.toLowerCase()] ?? '',
      set: (name: unknown, value?: unknown) => void (sent[String(name)] = value),
    }
    const isTaken = answerOf(() => checkProtocol(ctx) ?? true) !== null
    const version = headers['tus-resumable']
    const isOther = version !== undefined && version !== '1.0.0'
    hold(
      isTaken ===
        !(
          isOther ||
          'upload-concat' in headers ||
          'upload-checksum' in headers ||
          /upload-(concat|checksum)/i.test(headers['trailer'] ?? '')
        ),
      'taken where nothing else is wanted',
    )
    hold((sent['Tus-Version'] === '1.0.0') === isOther, 'Tus-Version where it is another one')
  },
}

export const metadataGrows: Target<Pumped> = {
  name: 'tus metadata, long',
  inputs: pumpedOf(PAIRS),
  check: (pumped) => checkGrowth(mtimeOfUpload, pumped, 256 * 1024),
}
