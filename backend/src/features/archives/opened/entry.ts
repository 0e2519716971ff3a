// One entry of an archive that is opened, and how it is written down: a line of JSON.
import { z } from 'zod'

/** Why an entry cannot be read. `method`: packed in a way that is not known here. */
export type EntryTrouble = 'encrypted' | 'method'

export interface OpenedEntry {
  /** Relative and clean, without a closing slash; no two entries of an archive share one, whatever their case. */
  path: string
  isFolder: boolean
  /** Bytes, unpacked. Reading fails if they are more or fewer. */
  size: number
  /** Milliseconds since 1970; null if it is not told. */
  modified: number | null
  trouble: EntryTrouble | null
  /**
   * Where it is. In a zip: where its local header begins. In others: where its bytes begin in the unpacked tar, or in
   * all files of the 7z one after another.
   */
  at: number
  /** Of a zip: its bytes as they are packed, how, and their checksum; null for none. */
  packed: number
  isDeflated: boolean
  crc32: number | null
}

/** How many entries are not listed: links, devices and pipes, and those whose names lead elsewhere. */
export interface LeftOut {
  links: number
  devices: number
  names: number
}

const NEWLINE = 10

const line = z.tuple([
  z.string().min(1),
  z.boolean(),
  z.int().nonnegative(),
  z.number().nullable(),
  z.enum(['encrypted', 'method']).nullable(),
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.boolean(),
  z.int().nullable(),
])

/** The entries of some lines, one at a time, so that a hundred thousand of them do not block. */
export function* entriesOf(lines: Uint8Array): Generator<OpenedEntry> {
  const decoder = new TextDecoder()
  for (let at = 0; at < lines.length;) {
    const end = lines.indexOf(NEWLINE, at)
    const told = line.parse(JSON.parse(decoder.decode(lines.subarray(at, end))))
    const [path, isFolder, size, modified, trouble, start, packed, isDeflated, crc32] = told
    yield { path, isFolder, size, modified, trouble, at: start, packed, isDeflated, crc32 }
    at = end + 1
  }
}
