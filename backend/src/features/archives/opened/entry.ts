// An entry of an open archive, and its format in storage: a line of JSON.
import { z } from 'zod'

/** Why an entry cannot be read. `method`: an unknown compression method. */
export type EntryTrouble = 'encrypted' | 'method'

export interface OpenedEntry {
  /** Relative and clean, without a slash at the end. Unique within the archive, even ignoring case. */
  path: string
  isFolder: boolean
  /** Bytes, unpacked. Reading fails if there are more or fewer. */
  size: number
  /** Milliseconds since 1970; null if unknown. */
  modified: number | null
  trouble: EntryTrouble | null
  /**
   * Its position. In a zip: where its local header begins. In other archives: where its bytes begin in the unpacked
   * tar, or in all files of the 7z one after another.
   */
  at: number
  /** For zips: its packed bytes, whether they are deflated, and the checksum; null if there is none. */
  packed: number
  isDeflated: boolean
  crc32: number | null
}

/** How many entries are not listed: links, devices and pipes, and those with invalid names. */
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

/** Parses lines one at a time, so that a hundred thousand of them do not block the process. */
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
