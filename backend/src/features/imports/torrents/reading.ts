// Reads torrent files, in a child process.
import { z } from 'zod'
import { IMPORT_ERRORS } from '../../../../contract/import-kinds.ts'
import { TORRENT_MAX_BYTES } from '../../../../contract/limits.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import { failed } from '../landing-failures.ts'
import { type Metainfo, metainfo } from './metainfo.ts'

const refusal = z.strictObject({ code: z.enum(IMPORT_ERRORS), detail: z.string() })
/** Those with the most files take half a second; a busy machine is slower. */
const LIMIT_MS = 10_000

/**
 * What a torrent file says.
 * @throws JobFailed `badTorrent`, `onlyVersion2`, `tooMany`, `tooLarge`; AppError `unavailable`; the signal's reason
 */
export async function readTorrent(
  children: Pick<ChildPool, 'run'>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Metainfo> {
  if (bytes.length > TORRENT_MAX_BYTES) throw failed('tooLarge')
  const body = { length: bytes.length, open: () => [bytes] }
  try {
    const answer = await children.run({ task: 'torrents', input: null, body, limitMs: LIMIT_MS, signal })
    const refused = refusal.safeParse(answer.value).data
    if (refused) throw failed(refused.code, refused.detail)
    return metainfo.parse(JSON.parse(Buffer.from(answer.body).toString()))
  } catch (error) {
    // It takes more memory or time than any torrent.
    if (error instanceof AppError && error.code === 'unsupportedMediaType') throw failed('badTorrent', error.message)
    throw error
  }
}
