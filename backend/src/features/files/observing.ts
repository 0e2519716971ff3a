// What is learnt of a file while its bytes pass: its checksum, what kind it is, how many pixels a picture has.
import type { Readable } from 'node:stream'
import { SNIFF_BYTES } from '../../../contract/resources.ts'
import type { OnBytes } from '../../http/request-body.ts'
import { nameOf, type Place, type UserPath } from '../../storage/paths.ts'
import type { FileStat } from '../../storage/types.ts'
import { fileTypeOf, needsSniffing } from './file-type.ts'
import type { FilesOptions } from './options.ts'
import type { Sniffer } from './sniffer.ts'

/** Where bytes come from. `onBytes` sees all of them, where the source has a word for that. */
export interface Source {
  /** Bytes, where they are known. */
  length: number | undefined
  open(onBytes: OnBytes): Readable
}

/** The body of a write. */
export interface ObservedBody {
  stream: Readable
  /** Bytes: as they were declared, else as many as have come. */
  size(): number
  /** Keeps what was learnt, for the file that was made. */
  learn(place: Place, stat: FileStat): void
  /** Ends the stream, and what is still being learnt. */
  drop(): void
}

export function createObserving(
  { checksums, resolutions }: Pick<FilesOptions, 'checksums' | 'resolutions'>,
  sniffer: Sniffer,
): (path: UserPath, source: Source) => ObservedBody {
  return function observe(path, { length, open }) {
    const name = nameOf(path)
    const isOpen = needsSniffing(name, SNIFF_BYTES)
    const isPicture = fileTypeOf({ name, size: SNIFF_BYTES, sniffed: null }) === 'image'
    const followed = checksums.follow(length)
    let size = length ?? 0
    let first: Buffer | undefined
    const stream = open((bytes) => {
      if (isOpen || isPicture) first ??= Buffer.from(bytes.subarray(0, isPicture ? bytes.length : SNIFF_BYTES))
      if (length === undefined) size += bytes.length
      return followed.take(bytes)
    })
    return {
      stream,
      size: () => size,
      learn(place, stat) {
        followed.keep(place, stat)
        // The first bytes off the wire may be fewer than what is looked at.
        if (isOpen && first && first.length >= Math.min(SNIFF_BYTES, stat.size)) sniffer.learn(place, stat, first)
        if (isPicture && first) resolutions.learn(place, stat, first)
      },
      drop() {
        followed.drop()
        stream.destroy()
      },
    }
  }
}
