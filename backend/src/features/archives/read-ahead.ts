// Reads the next few files of an archive ahead, because most of the time goes into requesting small files.
import type { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import { pourOut } from '../../lib/poured-stream.ts'
import type { Storage } from '../../storage/types.ts'
import type { ArchiveEntry } from './entry-log.ts'

/** Files up to this many bytes are fetched completely ahead of their turn. */
export const SMALL_FILE_BYTES = 1024 * 1024
/** As many small files as keep a storage on two cores busy; twelve megabytes at most. */
const AHEAD = 12

/** An entry whose turn has come. A small file is complete, a larger one is a stream, a folder has neither. */
export interface ReadyEntry extends ArchiveEntry {
  body: Buffer | AsyncIterable<Buffer> | null
}

interface Coming {
  body: Promise<ReadyEntry['body']>
  cancel(): void
  entry: ArchiveEntry
}

/**
 * The entries in order. At most twelve of them are in memory or being fetched.
 * @throws AppError if one cannot be read, or has another size than listed
 */
export async function* readAhead(
  entries: AsyncGenerator<ArchiveEntry>,
  storage: Pick<Storage, 'pinned'>,
): AsyncGenerator<ReadyEntry> {
  const coming: Coming[] = []
  let isAtEnd = false
  try {
    for (;;) {
      while (!isAtEnd && coming.length < AHEAD) {
        const next = await entries.next()
        if (next.done) isAtEnd = true
        else coming.push(begin(next.value, storage))
      }
      const first = coming.shift()
      if (first === undefined) return
      yield { ...first.entry, body: await first.body }
    }
  } finally {
    for (const { cancel } of coming) cancel()
    await entries.return(undefined)
  }
}

function begin(entry: ArchiveEntry, storage: Pick<Storage, 'pinned'>): Coming {
  const { file } = entry
  if (file === null || file.stat.size === 0)
    return { entry, body: Promise.resolve(file && Buffer.alloc(0)), cancel: () => undefined }
  const { size } = file.stat
  const open = (): Readable => storage.pinned(file.at, file.stat).read()
  if (size > SMALL_FILE_BYTES) return { entry, body: Promise.resolve(exactly(open, size)), cancel: () => undefined }
  const stream = open()
  const body = collect(stream, size)
  // If a fetch ahead fails, the error is reported when the entry's turn comes.
  body.catch(() => undefined)
  return { entry, body, cancel: () => void stream.destroy() }
}

/** @throws AppError `unavailable` unless the stream has exactly `size` bytes */
async function collect(stream: Readable, size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size)
  let length = 0
  await pourOut(stream, async (piece) => {
    if (length + piece.length > size) throw wrongSize()
    length += piece.copy(whole, length)
  })
  if (length !== size) throw wrongSize()
  return whole
}

/**
 * The bytes of a stream, which is opened at the first read.
 * @throws AppError `unavailable` unless it has exactly `size` bytes
 */
async function* exactly(open: () => Readable, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw wrongSize()
}

const wrongSize = () => new AppError('unavailable', 'the size of an archived file has changed')
