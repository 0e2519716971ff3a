// Collects the entries of an archive in a child process. Names become valid paths without duplicates, and the number
// and size of entries are limited.
import { ARCHIVE_ALWAYS_FINE_BYTES, ARCHIVE_ENTRIES_MAX, ARCHIVE_GROWTH_MAX } from '../../../../contract/archives.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { LeftOut, OpenedEntry } from './entry.ts'
import { createUniquePaths } from '../../../lib/unique-paths.ts'
import { safeName } from './safe-names.ts'

/** What an archive says of an entry. */
interface FoundEntry extends Omit<OpenedEntry, 'path'> {
  /** Its name, unchanged. */
  name: string
}

/** The most characters of all lines. */
const LINES_MAX = 24 * 1024 * 1024

export class EntryList {
  readonly #names = createUniquePaths()
  readonly #lines: string[] = []
  readonly #mostBytes: number
  readonly #left: LeftOut = { links: 0, devices: 0, names: 0 }
  #characters = 0
  #seen = 0
  #bytes = 0

  /** @param size bytes of the archive */
  constructor(size: number) {
    this.#mostBytes = mostBytesOf(size)
  }

  /** @throws AppError `tooLarge` for too many entries, or if the archive would become far too large */
  add(found: FoundEntry): void {
    this.#count()
    const name = safeName(found.name)
    if (name === null) return void (this.#left.names += 1)
    if (name === '') return
    const { isFolder, size, modified, trouble, at, packed, isDeflated, crc32 } = found
    this.#bytes += size
    if (this.#bytes > this.#mostBytes) throw tooMuch()
    const path = this.#names.take(name, isFolder)
    if (path === null) return
    const line = `${JSON.stringify([path, isFolder, size, modified, trouble, at, packed, isDeflated, crc32])}\n`
    this.#characters += line.length
    if (this.#characters > LINES_MAX) throw new AppError('tooLarge', 'the archive holds too many names')
    this.#lines.push(line)
  }

  /** Counts a link or a device. They are not listed. */
  leaveOut(kind: 'links' | 'devices'): void {
    this.#count()
    this.#left[kind] += 1
  }

  #count(): void {
    this.#seen += 1
    if (this.#seen > ARCHIVE_ENTRIES_MAX)
      throw new AppError('tooLarge', `the archive holds more than ${ARCHIVE_ENTRIES_MAX} entries`)
  }

  end(): { leftOut: LeftOut; lines: Buffer } {
    return { leftOut: this.#left, lines: Buffer.from(this.#lines.join('')) }
  }
}

/** The most bytes that an archive of this size may unpack to. */
export const mostBytesOf = (size: number): number => Math.max(ARCHIVE_ALWAYS_FINE_BYTES, size * ARCHIVE_GROWTH_MAX)

export const tooMuch = (): AppError =>
  new AppError('tooLarge', `the archive would become more than ${ARCHIVE_GROWTH_MAX} times as large as it is`)
