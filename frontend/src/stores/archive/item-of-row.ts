import type { Item } from '../../../../backend/contract/resources.ts'
import type { ArchiveRow } from '../ArchiveStore.ts'

/** A file of an archive as an item for the viewers. */
export function itemOfRow({ path, name, size, modified, type }: ArchiveRow): Item {
  const dot = name.lastIndexOf('.')
  const extension = dot < 0 ? '' : name.slice(dot)
  return { path, name, size, modified, extension, mode: 0, isDir: false, isSymlink: false, type: type ?? 'blob' }
}
