// The types of files by their first bytes, remembered by bucket, ETag and size, because reading costs a request.
import { SNIFF_BYTES } from '../../../contract/resources.ts'
import { createLru } from '../../lib/lru.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat, OpenFile } from '../../storage/types.ts'
import { mimeOfBytes, needsSniffing } from './file-type.ts'

const REMEMBERED = 100_000

/** A file whose type is needed. */
export interface SniffedFile {
  place: Place
  name: string
  stat: FileStat
}

export interface Sniffer {
  /** The MIME type by the first bytes; null if it is unknown, or if the name is enough. */
  recall(asked: SniffedFile): string | null
  /** Stores the type of a file that Nido has just written. */
  learn(place: Place, stat: FileStat, first: Buffer): void
  /** Reads a file that is already open. */
  look(asked: SniffedFile, file: OpenFile): Promise<string | null>
  /** Whether the bytes are needed and have not been read. */
  isUnknown(asked: SniffedFile): boolean
}

export function createSniffer(): Sniffer {
  const known = createLru<string, string>(REMEMBERED)
  // A listing does not know the id of a content's first write, and only displays the type. For sending, it is checked
  // separately.
  const keyOf = ({ bucket }: Place, { etag, size, contentId = '' }: FileStat) =>
    `${bucket}/${etag}/${size}/${contentId}`

  const recall = ({ place, name, stat }: SniffedFile) =>
    needsSniffing(name, stat.size) ? (known.get(keyOf(place, stat)) ?? null) : null

  function learn(place: Place, stat: FileStat, first: Buffer): void {
    const type = mimeOfBytes(first.subarray(0, SNIFF_BYTES))
    for (const { contentId = '' } of [stat, {}]) known.set(keyOf(place, { ...stat, contentId }), type)
  }

  async function look(asked: SniffedFile, file: OpenFile): Promise<string | null> {
    if (!needsSniffing(asked.name, asked.stat.size)) return null
    const remembered = recall(asked)
    if (remembered !== null) return remembered
    const first = Buffer.concat(await file.read({ start: 0, end: Math.min(SNIFF_BYTES, file.stat.size) - 1 }).toArray())
    learn(asked.place, file.stat, first)
    return mimeOfBytes(first)
  }

  const isUnknown = (asked: SniffedFile) => needsSniffing(asked.name, asked.stat.size) && recall(asked) === null

  return { recall, learn, look, isUnknown }
}
