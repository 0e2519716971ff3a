// Reads the files in an EPUB, which is a zip. A file is unpacked when it is read.
import type { BookFiles } from 'foliate-js/epub.js'
import { BlobReader, configure, type Entry, ZipReader } from 'foliate-js/vendor/zip.js'
import { withoutHandlers } from './clean-section.ts'

/** The library would start workers from `blob:` addresses. */
configure({ useWebWorkers: false })

/** The limit for one unpacked file. The bytes are counted, because the size in a zip may be wrong. */
const PART_MAX_BYTES = 64 * 1024 * 1024
/** The limit for one text file, which is parsed as a whole. */
const TEXT_MAX_BYTES = 16 * 1024 * 1024
const ENTRIES_MAX = 20_000

/** A book with copy protection (DRM). */
export class ProtectedBook extends Error {}

/** Obfuscated fonts. The library can read them, because the key is the identifier of the book. */
const OPEN_ALGORITHMS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']
const ENCRYPTION = 'META-INF/encryption.xml'

/**
 * Opens the zip.
 * @throws ProtectedBook; Error if it is not a zip or has too many files
 */
export async function openBookFiles(bytes: Uint8Array<ArrayBuffer>): Promise<BookFiles> {
  const entries = await new ZipReader(new BlobReader(new Blob([bytes]))).getEntries()
  if (entries.length > ENTRIES_MAX) throw new Error('too many files')
  if (entries.some(({ encrypted }) => encrypted)) throw new ProtectedBook()
  const byName = new Map(entries.map((entry) => [entry.filename, entry]))
  const read = async (name: string, type: string, most: number): Promise<Blob | null> => {
    const entry = byName.get(name)
    return entry === undefined ? null : unpack(entry, type, most)
  }
  const files: BookFiles = {
    loadText: async (name) => {
      const text = (await read(name, '', TEXT_MAX_BYTES))?.text()
      return text === undefined ? null : withoutHandlers(await text)
    },
    loadBlob: async (name, type = '') => read(name, type, PART_MAX_BYTES),
    getSize: (name) => byName.get(name)?.uncompressedSize ?? 0,
  }
  if (isProtected(await files.loadText(ENCRYPTION))) throw new ProtectedBook()
  return files
}

async function unpack(entry: Entry, type: string, most: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const counted = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length
      if (size > most) throw new RangeError(`${entry.filename} is too large`)
      chunks.push(chunk)
    },
  })
  await entry.getData(counted)
  return new Blob(chunks, { type })
}

/** Whether `encryption.xml` (EPUB 3.3, 4.2.6.3.2) names a method that needs a key. */
function isProtected(encryption: string | null): boolean {
  if (encryption === null) return false
  const methods = new DOMParser()
    .parseFromString(encryption, 'text/xml')
    .getElementsByTagNameNS('*', 'EncryptionMethod')
  return [...methods].some((method) => !OPEN_ALGORITHMS.includes(method.getAttribute('Algorithm') ?? ''))
}
