// The state that the checker believes in: the tree, the trash, and what the trash must show in the end.
import type { Size } from './contents.ts'
import { isAtOrBelow, type Tree } from './tree.ts'

export interface Note {
  kind: 'delete' | 'replace'
  path: string
  isDir: boolean
  /** Whether one action deleted several things at this path, rather than the path itself. */
  isSeveral?: boolean
  /** Contents by their names in the note; '' for a single file. */
  entries: Map<string, Size>
  folders: string[]
  /** Other paths where it may be. Older versions move along with a file, but not those from before a delete. */
  others?: string[]
  /** Whether it shows several things of one name as one: a file, and the content of an earlier folder of that name. */
  isUnclear?: boolean
  /** Whether it may be gone by now, because only folders are left or its write has not happened. */
  isVague?: boolean
  /** Contents noted for a write that has no known end and has not happened. They may disappear at any time. */
  doubtful?: Size[]
  /** Whether other notes contain the same version (`contestedIn`). */
  isContested?: boolean
}

/**
 * Contents that the trash must show in a note whose id is not known: `alone` in a note with nothing else, `somewhere`
 * in any note, or `perhaps` (the note may belong to another action as well, or two clients changed a path at once).
 */
export interface Demand {
  contents: Size[]
  where: 'alone' | 'somewhere' | 'perhaps'
}

/** What a write without a name for its action has replaced in this round, and what lies there since. */
interface Unnamed {
  size: Size
  by: Size
}

export interface State extends Tree {
  /** Folders that may exist as well. */
  maybe: Set<string>
  notes: Map<string, Note>
  demands: Demand[]
  /** By their paths. They may have joined any note of replaced files that is older. */
  unnamed: Map<string, Unnamed>
  /** The state at the start of each copy, by the number of its step. The copy is judged by it. */
  pins: Map<number, State>
}

/** What was found once everything was quiet. */
export interface Observed extends Tree {
  notes: Map<string, Note>
}

export const copyOf = (state: State): State => ({
  files: new Map(state.files),
  folders: new Set(state.folders),
  maybe: new Set(state.maybe),
  notes: new Map(state.notes),
  demands: [...state.demands],
  unnamed: new Map(state.unnamed),
  pins: new Map(state.pins),
})

export const stateOf = ({ files, folders, notes }: Observed): State => ({
  files: new Map(files),
  folders: new Set(folders),
  maybe: new Set(),
  notes: new Map(notes),
  demands: [],
  unnamed: new Map(),
  pins: new Map(),
})

/** Equal texts mean states with the same future. */
export function textOf({ files, folders, maybe, notes, demands, unnamed, pins }: State): string {
  const sorted = (list: Iterable<string>) => [...list].sort().join(' ')
  return [
    sorted([...files].map(([path, size]) => `${path}=${size}`)),
    sorted(folders),
    sorted(maybe),
    sorted([...notes].map(([id, note]) => `${id}:${[...note.entries.values()].join(',')}${note.path}`)),
    sorted(demands.map(({ contents, where }) => `${where}${contents.join(',')}`)),
    sorted([...unnamed].map(([path, { size, by }]) => `${path}=${size}<${by}`)),
    sorted([...pins].map(([id, pinned]) => `${id}:${textOf(pinned)}`)),
  ].join('|')
}

/** The path that a note's entry comes from. */
export const placeOf = ({ path }: Pick<Note, 'path'>, name: string): string => (name === '' ? path : `${path}/${name}`)

/** Changes a state: whether there is something at a path is certain by now. */
export function settle(state: State, path: string): void {
  for (const folder of state.maybe) if (isAtOrBelow(folder, path)) state.maybe.delete(folder)
}

/** The differences between expected and found; empty if they agree. */
export function differences(state: State, found: Observed): string[] {
  const told: string[] = []
  for (const [path, size] of state.files) {
    const there = found.files.get(path)
    if (there !== size)
      told.push(
        `${path}: expected content ${size}, found ${there ?? (found.folders.has(path) ? 'a folder' : 'nothing')}`,
      )
  }
  for (const [path, size] of found.files)
    if (!state.files.has(path)) told.push(`${path}: expected nothing, found content ${size}`)
  for (const path of state.folders) if (!found.folders.has(path)) told.push(`${path}: expected a folder, found none`)
  for (const path of found.folders)
    if (!state.folders.has(path) && !state.maybe.has(path)) told.push(`${path}: expected no folder, found one`)
  return [...told, ...noteDifferences(state, found.notes)]
}

const sizesOf = ({ entries }: Note): Size[] => [...entries.values()].sort((one, other) => one - other)
const describeNote = (note: Note): string =>
  `${note.kind} ${note.path} with contents ${sizesOf(note).join(' ') || 'none'}`

/** The elements of one list that are not in the other; duplicates count separately. */
function without(one: Size[], other: Size[]): Size[] {
  const left = [...other]
  return one.filter((size) => {
    const at = left.indexOf(size)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const isSame = (one: Size[], other: Size[]): boolean =>
  without(one, other).length === 0 && without(other, one).length === 0

/** The trash shows the notes of one action as one note with the action's id. */
export const isJoined = (id: string): boolean => id.startsWith('action-')

/** A content that is still on top at its place was not replaced. */
function onTopIn({ files }: Tree, note: Note): Size[] {
  if (note.kind !== 'replace') return []
  return [...note.entries].flatMap(([name, size]) => (files.get(placeOf(note, name)) === size ? [size] : []))
}

/**
 * The notes that have a content of a place in common. Writes at the same time may all have seen one file, and only one
 * of them has replaced it. A write that was interrupted before it looked again leaves its note as it is. Such notes are
 * corrected once their writes are known to be over, to contents that nobody knows here.
 */
export function contestedIn(notes: ReadonlyMap<string, Note>): Set<string> {
  const places = [...notes].flatMap(([id, note]) =>
    note.kind === 'replace'
      ? [...note.entries].map(([name, size]) => ({ id, place: `${placeOf(note, name)} ${size}` }))
      : [],
  )
  const shared = [...Map.groupBy(places, ({ place }) => place).values()].filter(({ length }) => length > 1)
  return new Set(shared.flat().map(({ id }) => id))
}

/** Changes a state: marks what may disappear from its notes, or change in them, at any time. */
export function markDoubtful(state: State): void {
  for (const id of contestedIn(state.notes)) {
    const note = state.notes.get(id)
    if (note) state.notes.set(id, { ...note, isContested: true })
  }
  for (const [id, note] of state.notes) {
    const doubtful = onTopIn(state, note)
    if (doubtful.length === 0) continue
    const isVague = note.isVague === true || doubtful.length === note.entries.size
    state.notes.set(id, { ...note, doubtful, ...(isVague && { isVague }) })
  }
}

function noteDifferences(state: State, found: ReadonlyMap<string, Note>): string[] {
  const { notes, demands } = state
  const told: string[] = []
  const unexplained = new Map([...found].filter(([id]) => !isJoined(id)))
  const joinedNotes = [...found].flatMap(([id, note]) => (isJoined(id) ? [note] : []))
  const joined = [...notes, ...found].flatMap(([id, note]) => (isJoined(id) ? sizesOf(note) : []))
  const pool = new Set([...demands.flatMap(({ contents, where }) => (where === 'alone' ? [] : contents)), ...joined])
  const isPooled = (sizes: Size[]) => sizes.every((size) => pool.has(size))
  const somewhere = demands.flatMap(({ contents, where }) => (where === 'somewhere' ? contents : []))
  const alone = demands.flatMap(({ contents, where }) => (where === 'alone' ? [contents] : []))
  for (const [id, note] of notes) {
    if (isJoined(id)) continue
    if (id.startsWith('?')) {
      alone.push(sizesOf(note))
      continue
    }
    const there = found.get(id)
    // A late write of the same action may have happened. Then the trash shows both notes as one.
    if (!there && joinedNotes.some((one) => without(sizesOf(note), sizesOf(one)).length === 0)) continue
    unexplained.delete(id)
    const left = without(sizesOf(note), there ? sizesOf(there) : [])
    // What a move left behind has a separate note.
    if (note.others) for (const size of left) pool.add(size)
    if (note.isUnclear || note.isContested || there?.isUnclear) continue
    const mayBeGone = [...onTopIn(state, note), ...(note.doubtful ?? [])]
    const missing = without(left, mayBeGone)
    if (note.others) {
      somewhere.push(...missing)
      continue
    }
    const isRight =
      missing.length === 0 &&
      (there ? isPooled(without(sizesOf(there), sizesOf(note))) : note.entries.size > 0 || note.isVague === true)
    if (!isRight) told.push(`note ${id}: expected ${describeNote(note)}, found ${there ? describeNote(there) : 'none'}`)
  }
  for (const contents of alone) {
    const match = [...unexplained].find(([, note]) => isSame(sizesOf(note), contents))
    if (match) unexplained.delete(match[0])
    else told.push(`expected a note with the contents ${contents.join(' ')} and no others, found none`)
  }
  const isAnyUnclear = [...found.values()].some(({ isUnclear }) => isUnclear)
  const shown = new Set([...found.values()].flatMap(sizesOf))
  const missing = isAnyUnclear ? [] : somewhere.filter((size) => !shown.has(size))
  if (missing.length > 0) told.push(`expected the contents ${missing.join(' ')} in a note, found none`)
  for (const [id, note] of unexplained)
    if (!note.isUnclear && !isPooled(sizesOf(note))) told.push(`note ${id}: expected none, found ${describeNote(note)}`)
  return told
}
