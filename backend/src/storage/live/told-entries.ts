// Entries of the index, as listings and searches tell them.
import type { KnownEntry } from '../catalogue/entries.ts'
import { DEFAULT_TYPE, typeByName } from '../metadata.ts'
import type { Entry, FileStat, FoundEntry, Stat } from '../types.ts'

export const toldTime = (ms: number): Date | null => (Number.isFinite(ms) ? new Date(ms) : null)

/**
 * An entry of the index, as a listing tells it. Its type is that of the name; what the object itself says is told when
 * it is opened.
 */
export function toldEntry(known: KnownEntry): Entry {
  const { name, kind, size, modified, own } = known
  if (kind === 'folder') return { kind, name, modified: toldTime(modified), own: toldTime(own), bytes: size }
  return { ...toldFile(known), name }
}

export const toldFile = ({ name, size, modified, etag }: KnownEntry): FileStat => ({
  kind: 'file',
  size,
  modified: new Date(modified),
  etag,
  contentType: typeByName(name) || DEFAULT_TYPE,
  version: '',
})

export const toldHit = ({ name, kind, size, modified, own }: KnownEntry): FoundEntry => ({
  relative: name,
  kind,
  size: kind === 'file' ? size : 0,
  modified: toldTime(modified),
  own: toldTime(own),
})

export const hitAt = (relative: string, stat: Stat): FoundEntry =>
  stat.kind === 'file'
    ? { relative, kind: stat.kind, size: stat.size, modified: stat.modified, own: null }
    : { relative, kind: stat.kind, size: 0, modified: stat.modified, own: stat.own }
