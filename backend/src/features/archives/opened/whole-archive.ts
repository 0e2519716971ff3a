// Archives that libarchive reads. Its WebAssembly build only reads from memory, so only small archives are opened.
import { libarchiveWasm, type LibarchiveWasm } from 'libarchive-wasm'
import { WHOLE_ARCHIVE_MAX_BYTES } from '../../../../contract/archives.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type ChildFile, partsOf } from './cursor.ts'
import type { EntryList } from './entry-list.ts'
import { damaged } from './unpacking.ts'

/** POSIX's file types. */
const TYPES: Readonly<Record<number, 'file' | 'folder' | 'links'>> = {
  0o100000: 'file',
  0o040000: 'folder',
  0o120000: 'links',
}
const PIECE_BYTES = 256 * 1024

/** An entry that libarchive has reached. Its bytes can be read until the next entry is requested. */
interface WholeEntry {
  name: string
  type: 'file' | 'folder' | 'links' | 'devices'
  size: number
  modified: number
  isEncrypted: boolean
}

interface Reading {
  library: LibarchiveWasm
  archive: number
  /** Frees the memory of the archive. */
  end(): void
}

let loading: Promise<LibarchiveWasm> | undefined

/** @throws AppError `tooLarge` above 48 MiB */
async function openWhole(file: ChildFile): Promise<Reading> {
  if (file.size > WHOLE_ARCHIVE_MAX_BYTES)
    throw new AppError('tooLarge', 'archives of this kind are opened up to 48 MiB only')
  const library = await (loading ??= libarchiveWasm())
  const start = library.module._malloc(file.size)
  let at = start
  for await (const part of partsOf(file)) {
    library.module.HEAP8.set(part, at)
    at += part.length
  }
  const free = () => library.module._free(start)
  try {
    const archive = library.read_new_memory(start, file.size)
    return {
      library,
      archive,
      end: () => {
        library.read_free(archive)
        free()
      },
    }
  } catch (error) {
    free()
    throw new AppError('unsupportedMediaType', 'the file is not a readable archive', { cause: error })
  }
}

function nextEntry({ library, archive }: Reading): WholeEntry | null {
  const entry = library.read_next_entry(archive)
  if (entry === 0) {
    // The library returns the same code for its end and for errors. Only the message differs.
    const words = library.error_string(archive)
    if (words) throw damaged(words)
    return null
  }
  const hardLink = library.entry_hardlink(entry)
  return {
    name: nameOf(library.entry_pathname(entry)),
    type: hardLink ? 'links' : (TYPES[library.entry_filetype(entry)] ?? 'devices'),
    size: Number(library.entry_size(entry)),
    modified: Number(library.entry_mtime(entry)) * 1_000,
    isEncrypted: library.entry_is_encrypted(entry) > 0,
  }
}

/** libarchive's WebAssembly build writes an asterisk for each letter that is not ASCII. */
const nameOf = (told: string | null): string => (told ?? '').replaceAll('*', '_')

/** Whether libarchive says that even the names are encrypted. */
const isLocked = (error: unknown): boolean => error instanceof AppError && /encrypt/i.test(String(error.cause))

/**
 * Lists the archive. Returns whether even its names are encrypted.
 * @throws AppError
 */
export async function listWhole(file: ChildFile, list: EntryList): Promise<{ isEncrypted: boolean }> {
  const reading = await openWhole(file)
  let at = 0
  try {
    for (let entry = nextEntry(reading); entry !== null; entry = nextEntry(reading)) {
      const { type, name, size, modified, isEncrypted } = entry
      if (!Number.isSafeInteger(size) || size < 0) throw damaged()
      if (type === 'links' || type === 'devices') {
        list.leaveOut(type)
        continue
      }
      const isFolder = type === 'folder'
      const own = { name, isFolder, size: isFolder ? 0 : size, modified, at, packed: 0, isDeflated: false, crc32: null }
      list.add({ ...own, trouble: isEncrypted ? 'encrypted' : null })
      if (!isFolder && !isEncrypted) at += size
    }
    return { isEncrypted: false }
  } catch (error) {
    if (isLocked(error)) return { isEncrypted: true }
    throw error
  } finally {
    reading.end()
  }
}

/** The bytes of all readable files one after another, beginning at a position in them. Earlier bytes are skipped. */
export async function* readWhole(file: ChildFile, from: number): AsyncGenerator<Uint8Array> {
  const reading = await openWhole(file)
  let at = 0
  try {
    for (let entry = nextEntry(reading); entry !== null; entry = nextEntry(reading)) {
      if (entry.type !== 'file' || entry.isEncrypted) continue
      const end = at + entry.size
      if (end > from && entry.size > 0) yield* readEntry(reading, entry, Math.max(0, from - at))
      at = end
    }
  } finally {
    reading.end()
  }
}

function* readEntry({ library, archive }: Reading, { size }: WholeEntry, from: number): Generator<Uint8Array> {
  const { module } = library
  const room = module._malloc(PIECE_BYTES)
  let at = 0
  try {
    while (at < size) {
      const length = library.read_data(archive, room, Math.min(PIECE_BYTES, size - at))
      if (length <= 0) throw damaged()
      const end = at + length
      if (end > from) yield Uint8Array.from(module.HEAP8.subarray(room + Math.max(0, from - at), room + length))
      at = end
    }
  } finally {
    module._free(room)
  }
}
