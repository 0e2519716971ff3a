// Archives as folders: lists their contents, and opens and extracts their files.
import { openableFormatOf, stemOfArchive } from '../../../../contract/archives.ts'
import type { ArchiveListing } from '../../../../contract/opened-archives.ts'
import type { FileType } from '../../../../contract/resources.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Yielding } from '../../../lib/yielding.ts'
import { childOf, nameOf, type UserPath } from '../../../storage/paths.ts'
import type { RunningOperation } from '../../../storage/types.ts'
import type { Actor } from '../../access/actor.ts'
import type { Download, Files } from '../../files/service.ts'
import { entriesOf, type OpenedEntry } from './entry.ts'
import { checkReadable, fileOfEntry } from './entry-file.ts'
import { Extracting, type ExtractingOptions } from '../extracting.ts'
import { folderOf } from './folder.ts'
import type { ArchiveContent, ArchiveFile, Listings } from './listings.ts'

export interface OpenedArchives {
  /**
   * A page of a folder in an archive ('' for the archive itself), or the progress while a long one is being read.
   * @throws AppError as `Files.open`; `isFolder`, `badRequest` for a file whose name is not that of an archive,
   * `notFound`, `unsupportedMediaType` for a broken one, `tooLarge`, `unavailable`
   */
  list(actor: Actor, path: UserPath, wish: { folder: string; cursor: string | undefined }): Promise<ArchiveListing>
  /** All entries of an archive, however long reading takes. @throws AppError the same, and the signal's reason */
  entries(actor: Actor, path: UserPath, signal: AbortSignal): Promise<Iterable<OpenedEntry>>
  /** A file in an archive. @throws AppError the same */
  open(actor: Actor, path: UserPath, wish: { entry: string; signal: AbortSignal }): Promise<Download>
  /**
   * Begins to extract entries to a folder; all of them without `paths`.
   * @throws AppError the same, and as `Extracting.begin`
   */
  extract(actor: Actor, path: UserPath, wish: ExtractRequest): Promise<RunningOperation>
}

export interface ExtractRequest {
  to: UserPath
  paths: readonly string[] | undefined
  signal: AbortSignal
}

export interface OpenedArchivesOptions extends ExtractingOptions {
  files: Pick<Files, 'open' | 'put' | 'makeFolder'>
  listings: Listings
  /** The MIME type for a name; null if unknown. */
  mimeOf(name: string): string | null
  /** The type of a file according to its name. */
  typeOf(name: string, size: number): FileType
}

export class HouseOpenedArchives implements OpenedArchives {
  readonly #options: OpenedArchivesOptions
  readonly #extracting: Extracting

  constructor(options: OpenedArchivesOptions) {
    this.#options = options
    this.#extracting = new Extracting(options)
  }

  async list(...[actor, path, { folder, cursor }]: Parameters<OpenedArchives['list']>) {
    const { listings, typeOf } = this.#options
    const content = await listings.look(await this.#archiveAt(actor, path))
    return 'lines' in content ? folderOf(content, { folder: cleaned(folder), cursor, typeOf }) : content
  }

  async entries(actor: Actor, path: UserPath, signal: AbortSignal): Promise<Iterable<OpenedEntry>> {
    return entriesOf((await this.#options.listings.whole(await this.#archiveAt(actor, path), signal)).lines)
  }

  async open(actor: Actor, path: UserPath, { entry: name, signal }: { entry: string; signal: AbortSignal }) {
    const { listings, children, mimeOf } = this.#options
    const archive = await this.#archiveAt(actor, path)
    const entry = await findEntry(await listings.whole(archive, signal), cleaned(name))
    checkReadable(entry)
    const file = fileOfEntry(children, archive, entry)
    return { place: archive.place, file, type: mimeOf(nameOf(entry.path)) ?? 'application/octet-stream' }
  }

  async extract(actor: Actor, path: UserPath, { to, paths, signal }: ExtractRequest): Promise<RunningOperation> {
    // Checked before the archive is read, because whoever may not create anything there must not learn anything about
    // it.
    this.#options.tree.placeToChange(actor, 'create', childOf(to, stemOfArchive(nameOf(path)) || 'archive'))
    const archive = await this.#archiveAt(actor, path)
    const content = await this.#options.listings.whole(archive, signal)
    return this.#extracting.begin(actor, { archive, path, content, to, paths: paths?.map(cleaned) })
  }

  async #archiveAt(actor: Actor, path: UserPath): Promise<ArchiveFile> {
    const download = await this.#options.files.open(actor, path)
    if (download === null) throw new AppError('isFolder', 'a folder is no archive')
    const format = openableFormatOf(nameOf(path))
    if (format === null) throw new AppError('badRequest', 'the file is no archive by its name')
    return { place: download.place, file: download.file, format }
  }
}

const cleaned = (path: string): string => path.replaceAll(/^\/+|\/+$/g, '')

async function findEntry({ lines }: ArchiveContent, path: string): Promise<OpenedEntry> {
  const turns = new Yielding()
  for (const entry of entriesOf(lines)) {
    await turns.pass()
    if (entry.path !== path) continue
    if (entry.isFolder) throw new AppError('isFolder', 'a folder of an archive has no bytes')
    return entry
  }
  throw new AppError('notFound', 'the archive has no such file')
}
