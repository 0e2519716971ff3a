// Folders and selections as one file: what the download route asks for, and the links of others later.
import { Readable } from 'node:stream'
import { ARCHIVE_ENDINGS, type ArchiveFormat } from '../../../contract/archives.ts'
import type { Actor } from '../../http/identity.ts'
import { AppError } from '../../lib/app-error.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'
import { COMPRESSIONS } from './compression/compress.ts'
import { parseFormat, typeOfFormat } from './formats.ts'
import { type ArchiveListing, createListing, type ListingOptions } from './listing.ts'
import { readAhead } from './read-ahead.ts'
import { archiveName, parseSelection, relativeToFolder } from './selection.ts'
import { gather } from './stream.ts'
import { packTar, tarLength } from './tar.ts'
import { packZip, zipLength } from './zip.ts'

export interface ArchivesOptions extends Omit<ListingOptions, 'storage'> {
  storage: Pick<Storage, 'survey' | 'pinned'>
}

/** What a request says: `files` and `algo` as they stand in its query, decoded once. */
export interface ArchiveRequest {
  folder: UserPath
  files: string | undefined
  algo: string | undefined
  /** The folder that names in the archive are relative to, if all that is selected lies in it; else the deepest that holds it all. */
  base?: UserPath
  /** What the person's root is called. */
  rootName: string
  /** Aborts when the client has gone. */
  signal: AbortSignal
}

/** An archive about to be sent. */
export interface Archive {
  /** With its ending. */
  name: string
  type: string
  /** Bytes, where they are known before. */
  length: number | null
  /** The bytes, once. The stream fails when a file cannot be read, and never ends as if it were whole. */
  body(): Readable
  /** To be called when it has been sent, or will not be. */
  close(): Promise<void>
}

export interface Archives {
  /**
   * Settles what goes into an archive.
   * @throws AppError `downloadDenied`, `forbidden`, `notFound`, `badRequest` (format, paths); `unavailable` when too many are being made
   */
  prepare(actor: Actor, request: ArchiveRequest): Promise<Archive>
}

/** At once, in this process: each holds a few megabytes and a connection. */
const ARCHIVES_MAX = 24
/** Those of them that are compressed: each wants a core for itself. */
const COMPRESSED_MAX = 8
const RETRY_AFTER_SECONDS = 15

export function createArchives(options: ArchivesOptions): Archives {
  const { storage, access } = options
  const list = createListing(options)
  const running = { all: 0, compressed: 0 }

  /** Takes a place among those that are being made; answers how to give it back. */
  function enter(format: ArchiveFormat): () => void {
    const compressed = Object.hasOwn(COMPRESSIONS, format) ? 1 : 0
    if (running.all >= ARCHIVES_MAX || running.compressed + compressed > COMPRESSED_MAX) {
      throw new AppError('unavailable', 'too many archives are being made', { retryAfter: RETRY_AFTER_SECONDS })
    }
    running.all += 1
    running.compressed += compressed
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      running.all -= 1
      running.compressed -= compressed
    }
  }

  async function prepare(actor: Actor, { folder, files, algo, base, rootName, signal }: ArchiveRequest): Promise<Archive> {
    access.authorize(actor, 'download', folder)
    const format = parseFormat(algo)
    const selection = relativeToFolder(parseSelection(folder, files), base)
    const leave = enter(format)
    try {
      const listing = await list({ actor, selection, signal })
      return {
        name: archiveName(selection, rootName) + ARCHIVE_ENDINGS[format],
        type: typeOfFormat(format),
        ...await packed(format, listing),
        close: async () => {
          leave()
          await listing.close()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  async function packed(format: ArchiveFormat, listing: ArchiveListing): Promise<Pick<Archive, 'length' | 'body'>> {
    const read = () => readAhead(listing.entries(), storage)
    const send = (bytes: AsyncIterable<Uint8Array>, length: number | null) => Readable.from(gather(bytes, length), { objectMode: false, highWaterMark: 256 * 1024 })
    try {
      if (format === 'zip') {
        const length = await zipLength(listing.entries())
        return { length, body: () => send(packZip({ list: () => listing.entries(), read }), length) }
      }
      if (format === 'tar') {
        const length = await tarLength(listing.entries())
        return { length, body: () => send(packTar(read()), length) }
      }
      return { length: null, body: () => send(COMPRESSIONS[format](packTar(read())), null) }
    } catch (error) {
      await listing.close()
      throw error
    }
  }

  return { prepare }
}
