// What files are by their first bytes, remembered by bucket, ETag and size: looking costs a request an object.
import { SNIFF_BYTES } from '../../../contract/resources.ts'
import { createLru } from '../../lib/lru.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat, OpenFile } from '../../storage/types.ts'
import { mimeOfBytes, needsSniffing } from './file-type.ts'

const REMEMBERED = 100_000

/** A file whose type is asked for. */
export interface SniffedFile {
  place: Place
  name: string
  stat: FileStat
}

export interface Sniffer {
  /** The MIME type by the first bytes; null where it is not known, or the name says it all. */
  recall(asked: SniffedFile): string | null
  /** Keeps what the bytes of a file that Nido has just written say. */
  learn(place: Place, stat: FileStat, first: Buffer): void
  /** Looks at one file that is open already. */
  look(asked: SniffedFile, file: OpenFile): Promise<string | null>
  /** Whether the bytes would tell more, and nobody has looked at them. */
  isUnknown(asked: SniffedFile): boolean
}

export function createSniffer(): Sniffer {
  const known = createLru<string, string>(REMEMBERED)
  // A listing does not know what a content was written as, and only shows what it finds; what is sent is told apart.
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
