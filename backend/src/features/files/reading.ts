// What a path is: a file with its type and text, or a folder with its items.
import { can } from '../../../contract/rights.ts'
import { FAIR_SHARES } from '../../../contract/fair-shares.ts'
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  type FileResource,
  type FolderResource,
  type Item,
  type Resource,
} from '../../../contract/resources.ts'
import type { Sorting } from '../../../contract/users.ts'
import { AppError } from '../../lib/app-error.ts'
import { FairSlots } from '../../lib/fair-slots.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { childOf, nameOf, type UserPath } from '../../storage/paths.ts'
import type { Entry, FolderEntries, OpenFile } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { presentFile, presentFolder, presentListing, tellsTime } from '../tree/items.ts'
import { sortItems } from '../tree/sorting.ts'
import { type Details, FileDetails } from './details.ts'
import { fileTypeOf } from './file-type.ts'
import type { ListingVersion } from './listing-tags.ts'
import { photoOf } from './photos.ts'
import type { FilesOptions } from './options.ts'
import type { Sniffer } from './sniffer.ts'
import { hasText, textNext, typeFor } from './told-text.ts'

export interface DescribeOptions {
  /** Whether the path was sent with a closing slash. */
  isFolder: boolean
  sorting: Sorting
  /** The value of `?checksum=`; undefined if it was not sent. */
  checksum: string | undefined
  /** Whether a picture also tells what its camera wrote. */
  photo?: boolean
  /** Aborts when the client has gone. */
  signal: AbortSignal
}

export interface Reading {
  /**
   * A file with its text or checksum, or a folder with its items.
   * @throws AppError `forbidden`, `notFound`; for a checksum `downloadDenied`, `badRequest`
   */
  describe(actor: Actor, path: UserPath, options: DescribeOptions): Promise<Resource>
  /** The same, with the version of a folder; null for a file, and where the index alone does not tell all of it. */
  describeVersion(actor: Actor, path: UserPath, options: DescribeOptions): Promise<VersionedResource>
  /** Whether a path is a folder, as the storage itself says. @throws AppError `forbidden`, `notFound` */
  isFolder(actor: Actor, path: UserPath): Promise<boolean>
  /** The version that a folder has now, by the same questions that a listing asks; null where it has none. */
  versionOf(actor: Actor, path: UserPath): Promise<ListingVersion | null>
}

export interface VersionedResource {
  resource: Resource
  version: ListingVersion | null
}

interface VersionedFolder extends VersionedResource {
  resource: FolderResource
}

/** Folders with at least this many entries are prepared two at a time: each entry takes some thousand bytes. */
const LARGE = 5_000

export class FileReading implements Reading {
  readonly #options: FilesOptions
  readonly #sniffer: Sniffer
  readonly #details: Details
  readonly #slots = new FairSlots(FAIR_SHARES.largeFolders)

  constructor(options: FilesOptions, sniffer: Sniffer) {
    this.#options = options
    this.#sniffer = sniffer
    this.#details = new FileDetails(options, sniffer)
  }

  async describe(actor: Actor, path: UserPath, options: DescribeOptions): Promise<Resource> {
    return (await this.describeVersion(actor, path, options)).resource
  }

  async describeVersion(actor: Actor, path: UserPath, options: DescribeOptions): Promise<VersionedResource> {
    const known = options.isFolder ? 'folder' : await this.#describeKnown(actor, path, options)
    if (known !== null && known !== 'folder') return { resource: known, version: null }
    // A closing slash only says where to look first, and so does the index.
    const file =
      known === 'folder' ? null : await this.#options.tree.open(actor, path, { next: textNext(actor, path, options) })
    if (file === null) {
      const folder = await this.#describeFolder(actor, path, options)
      if (folder !== null) return folder
    }
    const found = file ?? (await this.#options.tree.open(actor, path))
    if (found === null) throw new AppError('notFound', 'nothing exists at that path')
    const { checksum, signal } = options
    const resource = await (checksum === undefined
      ? this.#describeFile(actor, { path, file: found }, options)
      : this.#describeChecksum(actor, { path, file: found }, { algorithm: checksum, signal }))
    return { resource, version: null }
  }

  async isFolder(actor: Actor, path: UserPath): Promise<boolean> {
    const { tree } = this.#options
    return ((await tree.known(actor, path)) ?? (await tree.stat(actor, path)).kind) === 'folder'
  }

  async versionOf(actor: Actor, path: UserPath): Promise<ListingVersion | null> {
    const { tree } = this.#options
    const version = await tree.listingVersion(actor, path)
    if (version === null) return null
    return { tree: version, own: tree.mayHideBelow(actor, path) ? await tree.folderTime(actor, path) : null }
  }

  /**
   * A file without a request to the storage, if the index and what is remembered of its bytes tell all that is asked;
   * or that it is a folder.
   */
  async #describeKnown(
    actor: Actor,
    path: UserPath,
    { checksum, photo }: Pick<DescribeOptions, 'checksum' | 'photo'>,
  ): Promise<FileResource | 'folder' | null> {
    const isText = textNext(actor, path, { checksum })(1) !== null
    if (checksum !== undefined || photo || isText) return null
    const stat = await this.#options.tree.known(actor, path)
    if (stat === null || stat === 'folder') return stat
    const name = nameOf(path)
    const place = this.#options.access.authorize(actor, 'read', path)
    const asked = { place, name, stat }
    if (this.#sniffer.isUnknown(asked)) return null
    const type = typeFor(actor, { name, size: stat.size, sniffed: this.#sniffer.recall(asked) })
    if (hasText(actor, { type, size: stat.size })) return null
    const item = presentFile(path, stat, type)
    const details = await this.#details.ofKnown(actor, item, { path, place, stat })
    return details && { ...item, ...details }
  }

  async #describeChecksum(
    actor: Actor,
    { path, file }: { path: UserPath; file: OpenFile },
    asked: { algorithm: string; signal: AbortSignal },
  ): Promise<FileResource> {
    const place = this.#options.access.authorize(actor, 'download', path)
    const algorithm = parseAlgorithm(asked.algorithm)
    const name = nameOf(path)
    const sniffed = await this.#sniffer.look({ place, name, stat: file.stat }, file)
    const checksums = { [algorithm]: await this.#options.checksums.of({ place, file }, algorithm, asked.signal) }
    return { ...presentFile(path, file.stat, typeFor(actor, { name, size: file.stat.size, sniffed })), checksums }
  }

  async #describeFile(
    actor: Actor,
    { path, file }: { path: UserPath; file: OpenFile },
    asked: Pick<DescribeOptions, 'photo' | 'signal'>,
  ): Promise<FileResource> {
    const place = this.#options.access.authorize(actor, 'read', path)
    const name = nameOf(path)
    const sniffed = await this.#sniffer.look({ place, name, stat: file.stat }, file)
    const type = typeFor(actor, { name, size: file.stat.size, sniffed })
    const item = presentFile(path, file.stat, type)
    const answer = { ...item, ...(await this.#details.ofFile(actor, item, { path, place, open: file })) }
    // Where a photo was taken is nothing for a link's guests.
    if (asked.photo && type === 'image' && actor.kind === 'person' && can(actor, 'download')) {
      const photo = await photoOf(this.#options.children, file, asked.signal)
      return photo ? { ...answer, photo } : answer
    }
    if (!hasText(actor, { type, size: file.stat.size })) return answer
    return { ...answer, content: Buffer.concat(await file.read().toArray()).toString('utf8') }
  }

  /** Null for a file. */
  async #describeFolder(
    actor: Actor,
    path: UserPath,
    { sorting, signal }: DescribeOptions,
  ): Promise<VersionedFolder | null> {
    const listed = await this.#listIfFolder(actor, path)
    if (listed === null) return null
    const present = () => this.#presentEntries(actor, { path, ...listed }, sorting)
    if (listed.entries.length < LARGE) return present()
    const slot = this.#slots.takeNow()
    return slot ? present().finally(slot.giveBack) : this.#describeInTurn(actor, path, { sorting, signal })
  }

  /** A request that waits for its turn holds nothing of the folder: it is listed again. */
  #describeInTurn(
    actor: Actor,
    path: UserPath,
    { sorting, signal }: Pick<DescribeOptions, 'sorting' | 'signal'>,
  ): Promise<VersionedFolder | null> {
    return this.#slots.run({ signal }, async () => {
      const listed = await this.#listIfFolder(actor, path)
      return listed && this.#presentEntries(actor, { path, ...listed }, sorting)
    })
  }

  /** The entries in the order that is asked for, with what is told of each. */
  async #presentEntries(
    actor: Actor,
    { path, entries, version }: FolderEntries & { path: UserPath },
    sorting: Sorting,
  ): Promise<VersionedFolder> {
    const items = await sortItems(await mapYielding(entries, (entry) => presentEntry(path, entry)), sorting)
    const isComplete = await this.#details.complete(actor, {
      path,
      place: this.#options.access.authorize(actor, 'read', path),
      entries,
      items,
    })
    const hidesSums = this.#options.tree.mayHideBelow(actor, path)
    const hasTime = tellsTime(items)
    const own = hasTime && !hidesSums ? null : await this.#options.tree.folderTime(actor, path)
    const listing = await presentListing({ path, own }, items, sorting)
    return {
      resource: hidesSums ? { ...listing, ...presentFolder(path, { modified: own, bytes: 0 }) } : listing,
      version:
        version !== null && isComplete && (hasTime || hidesSums)
          ? { tree: version, own: hidesSums ? own : null }
          : null,
    }
  }

  /** Null for a file. */
  async #listIfFolder(actor: Actor, path: UserPath): Promise<FolderEntries | null> {
    try {
      return await this.#options.tree.listing(actor, path)
    } catch (error) {
      if (error instanceof AppError && error.code === 'isFile') return null
      throw error
    }
  }
}

/** An entry of a folder, by its name alone. */
export function presentEntry(path: UserPath, entry: Entry): Item {
  const at = childOf(path, entry.name)
  return entry.kind === 'folder'
    ? presentFolder(at, entry)
    : presentFile(at, entry, fileTypeOf({ name: entry.name, size: entry.size, sniffed: null }))
}

/** @throws AppError `badRequest` for an unknown name; case matters */
function parseAlgorithm(name: string): ChecksumAlgorithm {
  const found = CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === name)
  if (found === undefined) throw new AppError('badRequest', 'unknown checksum algorithm')
  return found
}
