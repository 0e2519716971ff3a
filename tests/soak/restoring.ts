// The rules for restoring from the trash, in place or into a folder, and for purging.
import { judgeArrival } from './arriving.ts'
import type { Size } from './contents.ts'
import { copyOf, isJoined, type Note, type Observed, placeOf, settle, type State } from './states.ts'
import { isUnknown, type Wish } from './steps.ts'
import {
  type Branch,
  foldersAbove,
  isAtOrBelow,
  isBelowFile,
  kindAt,
  nameOf,
  parentOf,
  putFile,
  putFolder,
} from './tree.ts'
import { type Circumstances, lead, orTaken, refuse, type Verdict } from './verdict.ts'

type Restore = Extract<Wish, { kind: 'restore' }>

/** One file of a note, and the path that it is restored to. */
interface Entry {
  name: string
  path: string
  size: Size
}

const isUnder = (name: string, above: string): boolean => above === '' || name === above || name.startsWith(`${above}/`)

export function judgePurge(state: State, id: string): Verdict {
  const note = state.notes.get(id)
  if (!note) return refuse(404)
  const next = copyOf(state)
  next.notes.delete(id)
  tellRest(next, note)
  return note.isVague ? { done: [next], refused: [404] } : lead(next)
}

/** Changes a state: what a move left behind has a separate note, whose id nobody knows yet. */
function tellRest({ demands }: State, { others, entries }: Note): void {
  if (others) demands.push({ contents: [...entries.values()], where: 'perhaps' })
}

export function judgeRestore(state: State, wish: Restore, circumstances: Circumstances): Verdict {
  const id = circumstances.answered.note ?? wish.note
  const note = state.notes.get(id)
  if (!note) return refuse(404)
  const verdicts = [note.path, ...(note.others ?? [])].map((path) =>
    judgeNote(state, { id, note: { ...note, path }, wish }, circumstances),
  )
  const refused = verdicts.flatMap((verdict) => verdict.refused)
  return { done: verdicts.flatMap(({ done }) => done), refused: note.isVague ? [404, 409] : refused }
}

type Picked = Pick<Restored, 'id' | 'note' | 'wish'>

function judgeNote(state: State, { id, note, wish }: Picked, circumstances: Circumstances): Verdict {
  const entries = [...note.entries]
    .filter(([name]) => (wish.names ?? ['']).some((wanted) => isUnder(name, wanted)))
    .map(([name, size]): Entry => ({ name, path: placeOf(note, name), size }))
  const hasFolder = note.folders.some((name) => (wish.names ?? ['']).some((wanted) => isUnder(name, wanted)))
  if (entries.length === 0 && !hasFolder && wish.names !== undefined) return refuse(404)
  if (wish.to !== undefined) return judgeRestoreTo(state, { note, wish, entries }, circumstances)
  const restored = { id, note, wish, entries, circumstances }
  const judge = isJoined(id) ? judgeJoined : note.kind === 'delete' ? judgeDeleted : judgeReplaced
  const paths = entries.map(({ path }) => path)
  return orTaken(state, paths, judge(state, restored))
}

/** Up to this many restorable files of a joined note are tried in all combinations. */
const COMBINED_MAX = 4

/**
 * Each of several joined notes is restored, or stays if something is in its place now. The restore is refused if all of
 * them stay. The model does not know which file is in which note, so any part that is not blocked may be restored.
 */
function judgeJoined(state: State, restored: Restored): Verdict {
  const { entries } = restored
  const done = partly(state, restored, entries)
  if (entries.every(({ path }) => !isBelowFile(state, path) && kindAt(state, path) === null))
    return { done, refused: [] }
  const possible = entries.filter(({ path }) => !isBelowFile(state, path) && kindAt(state, path) !== 'folder')
  return { done: [...done, ...partsOf(possible).map((part) => bringBack(state, restored, part))], refused: [409] }
}

/** All combinations of a few entries, the largest first. Of many entries, all of them or a single one. */
function partsOf(entries: Entry[]): Entry[][] {
  if (entries.length > COMBINED_MAX) return [entries, ...entries.map((entry) => [entry])]
  const parts = entries.reduce<Entry[][]>((all, entry) => all.flatMap((part) => [[...part, entry], part]), [[]])
  return parts.filter((part) => part.length > 0)
}

interface Restored {
  id: string
  note: Note
  wish: Restore
  entries: Entry[]
  circumstances: Circumstances
}

/**
 * Everything is restored, or nothing: if something is in the way the answer is 409, unless files may be replaced or a
 * copy may get a free name. Only what appears between the check and the restore stays in the note.
 */
function judgeDeleted(state: State, restored: Restored): Verdict {
  const { note, wish, entries, circumstances } = restored
  const isBlocked = ({ path }: Entry) => isBelowFile(state, path) || kindAt(state, path) !== null
  const isReplaceable = ({ path }: Entry) =>
    wish.conflict === 'override' && !isBelowFile(state, path) && kindAt(state, path) === 'file'
  const free = entries.filter((entry) => !isBlocked(entry) || isReplaceable(entry))
  const isFolderBlocked = note.isDir && (state.files.has(note.path) || isBelowFile(state, note.path))
  const beside = wish.conflict === 'rename' ? judgeBeside(state, restored) : refuse(409)
  if (free.length === entries.length && !isFolderBlocked) {
    const back = bringBack(state, restored, free)
    return blockedFolders(state, note) ? { ...beside, done: [back, ...beside.done] } : lead(back)
  }
  const isPart = circumstances.isContended || isUnknown(circumstances.answered)
  return { ...beside, done: [...(isPart ? partly(state, restored, free) : []), ...beside.done] }
}

/** Restores a copy under a free name; the note stays as it is. */
function judgeBeside(state: State, { note, wish, entries, circumstances }: Restored): Verdict {
  const to = parentOf(placeOf(note, wish.names?.[0] ?? '')) || '/'
  return judgeRestoreTo(state, { note, wish: { ...wish, to }, entries }, circumstances)
}

const blockedFolders = (state: State, note: Note): boolean =>
  note.folders.some((name) => state.files.has(placeOf(note, name)))

/** Everything that may be restored, or exactly what the trash no longer has in the end. */
function partly(state: State, restored: Restored, free: Entry[]): State[] {
  const all = bringBack(state, restored, free)
  const left = restored.circumstances.found?.notes.get(restored.id)
  const seen = free.filter(({ name, path, size }) =>
    left ? !left.entries.has(name) : restored.circumstances.found?.files.get(path) === size,
  )
  return seen.length === free.length ? [all] : [all, bringBack(state, restored, seen)]
}

/**
 * Replaced files are restored to the top; a file that changed again since then only with `override`. The model does not
 * know which file had replaced them, nor what has joined the note in this round.
 */
function judgeReplaced(state: State, restored: Restored): Verdict {
  const { entries, wish } = restored
  if (entries.some(({ path }) => isBelowFile(state, path) || kindAt(state, path) === 'folder')) return refuse(409)
  const joined = joinedOf(state, restored)
  const isTaken = [...state.unnamed.keys(), ...entries.map(({ path }) => path)].some((path) => state.files.has(path))
  const paths = new Set(joined.map(({ path }) => path))
  const withJoined = [...entries.filter(({ path }) => !paths.has(path)), ...joined]
  const brought = joined.length > 0 ? [entries, withJoined] : [entries]
  return {
    done: brought.map((each) => bringBack(state, restored, each)),
    refused: isTaken && wish.conflict !== 'override' ? [409] : [],
  }
}

/** What may have joined a note in this round, and comes back with it: of one path, what was replaced last. */
function joinedOf({ files, unnamed }: State, { entries, wish }: Restored): Entry[] {
  return [...unnamed].flatMap(([path, { size, by }]) => {
    const known = entries.find((entry) => entry.path === path)
    const isWanted = wish.names === undefined || known !== undefined
    // No name in a note begins so.
    return isWanted && files.get(path) === by ? [{ name: known?.name ?? path, path, size }] : []
  })
}

function bringBack(state: State, restored: Restored, entries: Entry[]): State {
  const {
    circumstances: {
      answered: { step, status },
      isContended,
    },
  } = restored
  const next = copyOf(state)
  // A file with the same content may be the noted version itself, and then nothing is replaced.
  const replaced = entries.flatMap(({ path, size }) => {
    const before = state.files.get(path)
    return before === undefined || before === size ? [] : [before]
  })
  const alike = entries.flatMap(({ path, size }) => (state.files.get(path) === size ? [size] : []))
  if (alike.length > 0) next.demands.push({ contents: alike, where: 'perhaps' })
  for (const { path, size } of entries) {
    putFile(next, path, size)
    settle(next, path)
    next.unnamed.delete(path)
  }
  // They share a note with the ones of the same content, if there are any.
  const isAlone = !step.isShared && !isUnknown({ status }) && alike.length === 0
  if (replaced.length > 0)
    next.demands.push({ contents: replaced, where: isContended ? 'perhaps' : isAlone ? 'alone' : 'somewhere' })
  bringFolders(next, restored)
  dropEntries(next, restored, entries)
  return next
}

/**
 * The model does not know whether folders are restored that contain other files of the note. A joined note is shown as
 * a note of replaced files if it contains any, and its path is the folder of its content.
 */
function bringFolders(next: State, { id, note, wish }: Restored): void {
  if (!note.isDir || (note.kind === 'replace' && !isJoined(id))) return
  const isFree = !next.files.has(note.path) && !isBelowFile(next, note.path)
  if (wish.names === undefined && isFree && !note.isVague && !isJoined(id)) putFolder(next, note.path)
  const folders = [note.path, ...note.folders.map((name) => placeOf(note, name))]
    .filter((path) => path !== '')
    .flatMap((path) => [path, ...foldersAbove(path)])
  for (const path of folders) if (!next.folders.has(path) && !next.files.has(path)) next.maybe.add(path)
}

function dropEntries(next: State, { id, wish }: Restored, entries: Entry[]): void {
  const note = next.notes.get(id)
  if (!note) return
  const gone = new Set(entries.map(({ name }) => name))
  const left = new Map([...note.entries].filter(([name]) => !gone.has(name)))
  tellRest(next, note)
  if (left.size === 0 && wish.names === undefined) next.notes.delete(id)
  else next.notes.set(id, { ...note, entries: left, ...(left.size === 0 && { isVague: true }) })
}

/** Restores a copy of the note's content; the note stays. */
function judgeRestoreTo(
  state: State,
  { note, wish, entries }: { note: Note; wish: Restore; entries: Entry[] },
  circumstances: Circumstances,
): Verdict {
  const name = wish.names?.[0] ?? ''
  const to = `${wish.to === '/' ? '' : wish.to}/${nameOf(name === '' ? note.path : name)}`
  const isFile = name === '' ? !note.isDir : note.entries.has(name)
  const inside = (path: string) => (name === '' ? path : path.slice(name.length + 1))
  const branch: Branch = {
    isFile,
    files: new Map(entries.map((entry) => [inside(entry.name), entry.size])),
    folders: [],
  }
  const maybeFolders = note.folders.filter((folder) => folder !== name && isUnder(folder, name)).map(inside)
  return judgeArrival(
    state,
    { branch, to, mode: wish.conflict === 'fail' ? 'plain' : wish.conflict, from: null, maybeFolders },
    circumstances,
  )
}

/** The paths that a restore or a purge may change, as far as the note is known. */
export function placesOf(note: Note, found: Observed | null = null): string[] {
  const beside = found ? [...found.files.keys()].filter((path) => isAtOrBelow(path, note.path)) : []
  return [note.path, ...beside]
}
