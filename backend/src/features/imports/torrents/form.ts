// An uploaded torrent. The whole form is read by a child: its parts, and the torrent file in it.
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import type { FormAnswer } from './form-task.ts'

/** A form (multipart/form-data) as it came. */
export interface TorrentForm {
  /** Its content type with the boundary. */
  type: string
  body: Buffer
}

/** The torrent file of a form, checked. */
export interface UploadedTorrent {
  /** The name that the torrent gives itself, made safe. */
  name: string
  /** The name of the file. */
  fileName: string
  bytes: Buffer
}

const READING_MS = 10_000

/** @throws AppError `badRequest` for anything but one torrent in the field `torrent` */
export async function readTorrentForm(
  { type, body }: TorrentForm,
  children: Pick<ChildPool, 'run'>,
): Promise<UploadedTorrent> {
  const answer = await children
    .run({
      task: 'torrentForm',
      input: type,
      body: { length: body.length, open: () => [body] },
      limitMs: READING_MS,
      signal: AbortSignal.timeout(READING_MS),
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'unsupportedMediaType') throw error
      throw new AppError('badRequest', 'this is not a torrent, or it is damaged', { cause: error })
    })
  const { name, fileName } = answer.value as FormAnswer
  return { name, fileName, bytes: Buffer.from(answer.body.buffer) }
}
