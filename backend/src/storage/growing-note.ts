// A note of replaced files while it grows: what belongs in it, and what its place must be.
import { NAMES_TOLD } from '../../contract/trash.ts'
import type { ManifestEntry } from './operations/manifests.ts'
import type { NoteDocument } from './operations/note-keys.ts'
import { folderAround, nameOf, overlap, pathText, type Place, place } from './paths.ts'
import type { Author } from './types.ts'

/** A file that is about to be replaced: its version on top, and the write that replaces it. */
export interface Replaced {
  at: Place
  by: Author
  /** The file's path as the person sees it. */
  shown: string
  version: string
  size: number
  /** The id of the write that made the version (`WRITE_ID`), where Nido has made it. */
  writtenBy: string | undefined
  /** The id of the write that replaces it, whose version is not there yet. */
  successor: string
  /** When it was written down, in milliseconds since 1970, where its note is made later. */
  when?: number
  /** Whether it has happened already: nothing of it is in doubt. */
  isOver?: boolean
}

/**
 * A note that may still grow. It has the version of each file before the action, however often the action writes the
 * file: one version of a path. Where somebody else's file came between, another note begins.
 */
export interface GrowingNote {
  note: NoteDocument
  /** The paths, each with the version that is noted of it. */
  keys: Map<string, string>
  /** The ids of the writes that it has entries of. */
  writes: Set<string>
  lastAt: number
  /** Files and bytes that the database does not know of yet. */
  count: number
  bytes: number
  /** How often the note had been counted before those were in its manifest; null where that is not known. */
  recounts: number | null
  /** Puts of entries that were begun, and that have ended. */
  begun: number
  ended: number
  /** Writes under way, and whether nobody knows how one has ended. */
  open: number
  isDoubtful: boolean
  /** The lease under which the database remembers that writes are under way; null where it does not. */
  owner: string | null
  /** The request by which the database is just told that they are over. */
  telling: Promise<void>
}

const growing = (note: NoteDocument): GrowingNote => ({
  note,
  keys: new Map(),
  writes: new Set(),
  lastAt: 0,
  count: 0,
  bytes: 0,
  recounts: 0,
  begun: 0,
  ended: 0,
  open: 0,
  isDoubtful: false,
  owner: null,
  telling: Promise.resolve(),
})

/**
 * What a replaced version is to a note. `fresh`: it is to be noted. `between`: the action has written it itself.
 * `foreign`: it is somebody else's, and the note has another version of its path.
 */
type Kind = 'fresh' | 'between' | 'foreign'

/**
 * Replaced versions by what each is to a note once those before it are in it. `rest`: the first foreign one, and what
 * follows it.
 */
export function sortedFor(
  note: GrowingNote | undefined,
  all: Replaced[],
): Record<'fresh' | 'between' | 'rest', Replaced[]> {
  const [keys, writes] = [new Map<string, string>(), new Set<string>()]
  const kindOf = ({ at, version, writtenBy }: Replaced): Kind => {
    // A noted version that is on top again (`forget`) may be replaced again.
    if ((keys.get(at.path) ?? note?.keys.get(at.path) ?? version) === version) return 'fresh'
    const isOwn = writtenBy !== undefined && (writes.has(writtenBy) || note?.writes.has(writtenBy))
    return isOwn ? 'between' : 'foreign'
  }
  const sorted: ReturnType<typeof sortedFor> = { fresh: [], between: [], rest: [] }
  for (const [index, one] of all.entries()) {
    const kind = kindOf(one)
    if (kind === 'foreign') return { ...sorted, rest: all.slice(index) }
    if (kind === 'fresh') keys.set(one.at.path, one.version)
    writes.add(one.successor)
    sorted[kind].push(one)
  }
  return sorted
}

/** A note that begins with one file. It has nothing in it yet. */
export const beginNote = (id: string, now: number, { at, by, shown, when = now }: Replaced): GrowingNote =>
  growing({
    _id: id,
    kind: 'replace',
    action: by.action ?? '',
    userId: by.userId,
    username: by.username,
    bucket: at.bucket,
    path: at.path,
    shown,
    isFile: true,
    names: [],
    when,
    count: 0,
    bytes: 0,
  })

/** Widens a note's place so that it holds all that is replaced; answers what of it changed, null for nothing. */
export function widen({ note }: GrowingNote, all: Replaced[]): Partial<NoteDocument> | null {
  const before = JSON.stringify(note)
  for (const { at } of all) {
    while (!isWithin(at, note)) {
      note.path = folderAround(place(note.bucket, note.path))?.path ?? ''
      note.shown = note.shown.slice(0, Math.max(1, note.shown.lastIndexOf('/')))
      note.isFile = false
    }
    if (note.names.length < NAMES_TOLD) note.names.push(nameOf(at.path))
  }
  const { path, shown, isFile, names } = note
  return JSON.stringify(note) === before ? null : { path, shown, isFile, names }
}

/** The first of each path. */
export const firstOfEach = (all: Replaced[]): Replaced[] =>
  all.filter(({ at }, index) => all.findIndex((other) => other.at.path === at.path) === index)

export const entryOf = ({ at, version, size, successor }: Replaced): ManifestEntry => ({
  bucket: at.bucket,
  key: at.path,
  name: at.path,
  version,
  size,
  successor,
})

const isWithin = (at: Place, note: NoteDocument): boolean => {
  const [own, text] = [pathText(place(note.bucket, note.path)), pathText(at)]
  return note.isFile ? own === text : overlap(own, text) && own.length < text.length
}
