// Checksums of chunked uploads, computed while they arrive, if all chunks arrive here in order.
import type { Checksums, Followed } from '../checksums/service.ts'
import type { OnBytes } from '../../http/request-body.ts'
import type { FileStat } from '../../storage/types.ts'
import { isDeferred, placeOf, type UploadRecord } from './record.ts'

/** An upload that continues elsewhere, or not at all, is followed no longer than this after its last chunk. */
const IDLE_MS = 60_000

export interface Following {
  /** What should see the bytes of the next chunk; undefined if the beginning was missed. */
  tapFor(record: UploadRecord): OnBytes | undefined
  /** Reports the offset after a chunk. More may have been seen of an interrupted chunk than was stored. */
  reached(record: UploadRecord, offset: number): void
  /** Ends it, with the file or without one. */
  end(record: UploadRecord, stat: FileStat | null): void
}

export function createFollowing(checksums: Pick<Checksums, 'follow'>): Following {
  const followed = new Map<string, { bytes: Followed; idle: NodeJS.Timeout | undefined }>()

  function forget(generation: string): void {
    const known = followed.get(generation)
    clearTimeout(known?.idle)
    known?.bytes.drop()
    followed.delete(generation)
  }

  return {
    tapFor(record) {
      const { generation, offset, length } = record
      if (isDeferred(record)) return undefined
      if (offset === 0) {
        forget(generation)
        followed.set(generation, { bytes: checksums.follow(length), idle: undefined })
      }
      const known = followed.get(generation)
      if (!known || known.bytes.bytes !== offset) return void forget(generation)
      clearTimeout(known.idle)
      return (bytes) => known.bytes.take(bytes)
    },
    reached({ generation }, offset) {
      const known = followed.get(generation)
      if (!known) return
      if (known.bytes.bytes === offset) known.idle = setTimeout(() => forget(generation), IDLE_MS).unref()
      else forget(generation)
    },
    end(record, stat) {
      if (stat) followed.get(record.generation)?.bytes.keep(placeOf(record), stat)
      forget(record.generation)
    },
  }
}
