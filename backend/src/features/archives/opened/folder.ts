// A folder of an archive, computed from the entries below it.
import { ARCHIVE_PAGE } from '../../../../contract/archives.ts'
import type { ArchiveFolder, ArchiveItem } from '../../../../contract/opened-archives.ts'
import type { FileType } from '../../../../contract/resources.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Yielding } from '../../../lib/yielding.ts'
import { entriesOf, type OpenedEntry } from './entry.ts'
import type { ArchiveContent } from './listings.ts'

interface FolderWish {
  /** '' for the archive itself. */
  folder: string
  /** The last name of the previous page. */
  cursor: string | undefined
  /** The type of a file according to its name. */
  typeOf(name: string, size: number): FileType
}

/** @throws AppError `notFound` if the archive has no such folder */
export async function folderOf(content: ArchiveContent, wish: FolderWish): Promise<ArchiveFolder> {
  const { leftOut, isEncrypted, lines } = content
  const prefix = wish.folder === '' ? '' : `${wish.folder}/`
  const items = new Map<string, ArchiveItem>()
  const turns = new Yielding()
  let [files, bytes, isThere] = [0, 0, wish.folder === '']
  for (const entry of entriesOf(lines)) {
    await turns.pass()
    if (!entry.isFolder) files += 1
    bytes += entry.size
    if (entry.path === wish.folder && entry.isFolder) isThere = true
    if (!entry.path.startsWith(prefix)) continue
    isThere = true
    addTo(items, entry, { prefix, wish })
  }
  if (!isThere) throw new AppError('notFound', 'the archive has no such folder')
  return { folder: wish.folder, ...pageOf(items, wish.cursor), files, bytes, leftOut, isEncrypted }
}

function addTo(
  items: Map<string, ArchiveItem>,
  { path, isFolder, size, modified, trouble }: OpenedEntry,
  { prefix, wish }: { prefix: string; wish: FolderWish },
): void {
  const relative = path.slice(prefix.length)
  const cut = relative.indexOf('/')
  const name = cut < 0 ? relative : relative.slice(0, cut)
  const isOwn = cut < 0
  const isDir = !isOwn || isFolder
  const known = items.get(name)
  const time = isOwn && modified !== null ? new Date(modified).toISOString() : null
  items.set(name, {
    path: prefix + name,
    name,
    isDir,
    size: (known?.size ?? 0) + size,
    modified: time ?? known?.modified ?? null,
    type: isDir ? null : wish.typeOf(name, size),
    trouble: isDir ? null : trouble,
  })
}

function pageOf(
  items: ReadonlyMap<string, ArchiveItem>,
  cursor: string | undefined,
): Pick<ArchiveFolder, 'items' | 'cursor'> {
  const names = [...items.keys()].filter((name) => cursor === undefined || name > cursor).sort()
  const page = names.slice(0, ARCHIVE_PAGE)
  return {
    items: page.flatMap((name) => items.get(name) ?? []),
    cursor: names.length > page.length ? (page.at(-1) ?? null) : null,
  }
}
