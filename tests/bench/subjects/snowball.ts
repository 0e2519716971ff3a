// Many small objects in few requests: MinIO unpacks an archive of them (its `x-amz-meta-snowball-auto-extract`).
import { openS3 } from '../../helpers/s3.ts'
import type { Servers } from '../../helpers/servers.ts'
import { SMALL_TEXT } from './subject.ts'

const BLOCK = 512
/** Objects in one request. */
const AT_ONCE = 5_000

export async function putMany(servers: Servers, bucket: string, paths: readonly string[]): Promise<void> {
  const s3 = openS3(servers)
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const archive = [...paths.slice(start, start + AT_ONCE).map(tarEntry), Buffer.alloc(2 * BLOCK)]
    await s3.put(bucket, 'many.tar', Buffer.concat(archive), { metadata: { 'Snowball-Auto-Extract': 'true' } })
  }
  s3.close()
}

const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')

/** A file of an archive (POSIX, ustar). */
function tarEntry(path: string): Buffer {
  const entry = Buffer.alloc(2 * BLOCK)
  entry.write(path, 0, 100)
  entry.write(octal(0o644, 8), 100)
  entry.write(octal(0, 8), 108)
  entry.write(octal(0, 8), 116)
  entry.write(octal(SMALL_TEXT.length, 12), 124)
  entry.write(octal(1_700_000_000, 12), 136)
  entry.write(' '.repeat(8), 148)
  entry.write('0', 156)
  entry.write('ustar\u000000', 257)
  const sum = entry.subarray(0, BLOCK).reduce((all, byte) => all + byte, 0)
  entry.write(`${octal(sum, 7)}\u0000 `, 148)
  entry.write(SMALL_TEXT, BLOCK)
  return entry
}
