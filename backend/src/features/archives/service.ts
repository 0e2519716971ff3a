// Archives of folders and selections, for the download route and for links.
import { Readable } from 'node:stream'
import { ARCHIVE_ENDINGS, type ArchiveFormat } from '../../../contract/archives.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import { FairSlots, type Slot, type SlotRequest } from '../../lib/fair-slots.ts'
import { createPace, type Pace } from '../../lib/pace.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { COMPRESSIONS } from './compression/compress.ts'
import { parseFormat, typeOfFormat } from './formats.ts'
import { type DownloadListing, createListing, type ListingOptions } from './listing.ts'
import { readAhead } from './read-ahead.ts'
import { archiveName, parseSelection, relativeToFolder } from './selection.ts'
import { gather } from './stream.ts'
import { packTar, tarLength } from './tar.ts'
import { packZip, zipLength } from './zip.ts'

export interface ArchivesOptions extends ListingOptions {
  storage: Pick<Storage, 'pinned'>
}

/** The query parameters `files` and `algo`, decoded once. */
export interface ArchiveRequest {
  folder: UserPath
  files: string | undefined
  algo: string | undefined
  /**
   * The folder that names in the archive are relative to, if it holds the whole selection; otherwise the deepest folder
   * that does.
   */
  base?: UserPath
  /** The name for the person's root. */
  rootName: string
  /** Aborts when the client has gone. */
  signal: AbortSignal
}

/** An archive ready to be sent. */
export interface Archive {
  /** With its extension. */
  name: string
  type: string
  /** The length in bytes, if it is known in advance. */
  length: number | null
  /** The bytes, once. The stream fails if a file cannot be read, so an incomplete archive never looks complete. */
  body(): Readable
  /** Call it when the archive has been sent, or will not be. */
  close(): Promise<void>
}

export interface Archives {
  /**
   * Determines the content of an archive.
   * @throws AppError `downloadDenied`, `forbidden`, `notFound`, `badRequest` (format, paths); `unavailable` if the wait
   *   for a slot took too long
   */
  prepare(actor: Actor, request: ArchiveRequest): Promise<Archive>
}

/** How an archive is read, and the signals that abort when its slot goes to others. */
interface Reader {
  pace: Pace
  lost: AbortSignal[]
}

export class HouseArchives implements Archives {
  readonly #options: ArchivesOptions
  readonly #list: ReturnType<typeof createListing>
  // Each archive takes a few megabytes and a connection; a compressed one needs a core of its own.
  readonly #slots = new FairSlots(FAIR_SHARES.archives)
  readonly #compressing = new FairSlots(FAIR_SHARES.compressedArchives)

  constructor(options: ArchivesOptions) {
    this.#options = options
    this.#list = createListing(options)
  }

  async prepare(actor: Actor, { folder, files, algo, base, rootName, signal }: ArchiveRequest): Promise<Archive> {
    this.#options.access.authorize(actor, 'download', folder)
    const format = parseFormat(algo)
    const selection = relativeToFolder(parseSelection(folder, files), base)
    const pace = createPace()
    const place = await this.#enter(format, { signal, isStalled: pace.isStalled })
    try {
      const listing = await this.#list({ actor, selection, signal })
      return {
        name: archiveName(selection, rootName) + ARCHIVE_ENDINGS[format],
        type: typeOfFormat(format),
        ...(await this.#packed(format, listing, { pace, lost: place.lost })),
        close: async () => {
          place.giveBack()
          await listing.close()
        },
      }
    } catch (error) {
      place.giveBack()
      throw error
    }
  }

  /** Takes a slot. An archive that is not read loses it to others. */
  async #enter(format: ArchiveFormat, wish: SlotRequest): Promise<Pick<Slot, 'giveBack'> & { lost: AbortSignal[] }> {
    const taken: Slot[] = []
    const giveBack = () => {
      for (const slot of taken) slot.giveBack()
    }
    try {
      if (Object.hasOwn(COMPRESSIONS, format)) taken.push(await this.#compressing.take(wish))
      taken.push(await this.#slots.take(wish))
    } catch (error) {
      giveBack()
      throw error
    }
    return { giveBack, lost: taken.map(({ lost }) => lost) }
  }

  async #packed(
    format: ArchiveFormat,
    listing: DownloadListing,
    reader: Reader,
  ): Promise<Pick<Archive, 'length' | 'body'>> {
    const read = () => readAhead(listing.entries(), this.#options.storage)
    try {
      if (format === 'zip') {
        const length = await zipLength(listing.entries())
        return { length, body: () => send(packZip({ list: () => listing.entries(), read }), length, reader) }
      }
      if (format === 'tar') {
        const length = await tarLength(listing.entries())
        return { length, body: () => send(packTar(read()), length, reader) }
      }
      return { length: null, body: () => send(COMPRESSIONS[format](packTar(read())), null, reader) }
    } catch (error) {
      await listing.close()
      throw error
    }
  }
}

/** An archive on its way to its reader. */
function send(bytes: AsyncIterable<Uint8Array>, length: number | null, { pace, lost }: Reader): Readable {
  const body = Readable.from(pace.follow(gather(bytes, length)), { objectMode: false, highWaterMark: 256 * 1024 })
  for (const signal of lost) {
    signal.addEventListener('abort', () => body.destroy(signal.reason as Error), { once: true })
  }
  return body
}
