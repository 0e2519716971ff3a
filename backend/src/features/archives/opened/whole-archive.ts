// Unpacks 7z archives by libarchive, which knows methods that nothing else here does. Its WebAssembly build only reads
// from memory, so only small archives are unpacked.
import { libarchiveWasm, type LibarchiveWasm } from 'libarchive-wasm'
import { WHOLE_ARCHIVE_MAX_BYTES } from '../../../../contract/archives.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type ChildFile, piecesOfFile } from './cursor.ts'
import { damaged } from './unpacking.ts'

/** POSIX's type of plain files. */
const PLAIN_FILE = 0o100000
const PIECE_BYTES = 256 * 1024

/** An entry that libarchive has reached. Its bytes can be read until the next entry is requested. */
interface WholeEntry {
  isPlainFile: boolean
  size: number
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
  for await (const part of piecesOfFile(file)) {
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
  return {
    isPlainFile: !library.entry_hardlink(entry) && library.entry_filetype(entry) === PLAIN_FILE,
    size: Number(library.entry_size(entry)),
    isEncrypted: library.entry_is_encrypted(entry) > 0,
  }
}

/** The bytes of all readable files one after another, beginning at a position in them. Earlier bytes are skipped. */
export async function* readWhole(file: ChildFile, from: number): AsyncGenerator<Uint8Array> {
  const reading = await openWhole(file)
  let at = 0
  try {
    for (let entry = nextEntry(reading); entry !== null; entry = nextEntry(reading)) {
      if (!entry.isPlainFile || entry.isEncrypted) continue
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
