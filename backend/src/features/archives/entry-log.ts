// The list of an archive's entries, written before the first byte is sent, so that the length is known and the content
// is fixed. Lists of more than half a megabyte go to a file that is unlinked right after opening it, so that it
// disappears with its handle.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { placeOfText, pathText, type Place } from '../../storage/paths.ts'
import type { FileStat } from '../../storage/types.ts'

/** One file or folder of an archive. */
export interface ArchiveEntry {
  /** Its name in the archive: relative, with `/`, without a trailing slash. */
  name: string
  modified: Date
  /** The pinned file; null for a folder. */
  file: { at: Place; stat: FileStat } | null
}

const BLOCK_BYTES = 64 * 1024
const MEMORY_BYTES = 512 * 1024

type Block = Buffer | { position: number; length: number }

export class EntryLog {
  readonly #folder: string
  readonly #blocks: Block[] = []
  #lines: string[] = []
  #chars = 0
  #inMemory = 0
  #file: FileHandle | null = null
  #fileEnd = 0
  /** The number of entries. */
  count = 0

  /** @param folder where to put a long list */
  constructor(folder: string) {
    this.#folder = folder
  }

  async add(entry: ArchiveEntry): Promise<void> {
    const line = writeEntry(entry)
    this.#lines.push(line)
    this.#chars += line.length
    this.count += 1
    if (this.#chars >= BLOCK_BYTES) await this.#closeBlock()
  }

  async #closeBlock(): Promise<void> {
    const block = Buffer.from(this.#lines.join('\n'))
    this.#lines = []
    this.#chars = 0
    if (this.#inMemory + block.length <= MEMORY_BYTES) {
      this.#inMemory += block.length
      this.#blocks.push(block)
      return
    }
    this.#file ??= await openNameless(this.#folder)
    await this.#file.write(block, 0, block.length, this.#fileEnd)
    this.#blocks.push({ position: this.#fileEnd, length: block.length })
    this.#fileEnd += block.length
  }

  /** All entries, in the order in which they were added. Can be read any number of times. */
  async *entries(): AsyncGenerator<ArchiveEntry> {
    for (const block of this.#blocks) {
      const bytes = Buffer.isBuffer(block) ? block : await this.#read(block)
      for (const line of bytes.toString().split('\n')) yield readEntry(line)
    }
    for (const line of this.#lines) yield readEntry(line)
  }

  async #read({ position, length }: { position: number; length: number }): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    const read = await this.#file?.read(bytes, 0, length, position)
    if (read?.bytesRead !== length) throw new Error('the list of an archive cannot be read again')
    return bytes
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `nido-archive-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}

type Line =
  | [name: string, modified: number]
  | [name: string, modified: number, at: string, size: number, etag: string, version: string]

function writeEntry({ name, modified, file }: ArchiveEntry): string {
  const line: Line = file
    ? [name, modified.getTime(), pathText(file.at), file.stat.size, file.stat.etag, file.stat.version]
    : [name, modified.getTime()]
  return JSON.stringify(line)
}

function readEntry(line: string): ArchiveEntry {
  const [name, time, at, size = 0, etag = '', version = ''] = JSON.parse(line) as Line
  const modified = new Date(time)
  if (at === undefined) return { name, modified, file: null }
  return {
    name,
    modified,
    file: { at: placeOfText(at), stat: { kind: 'file', size, modified, etag, contentType: '', version } },
  }
}
