// The rules for renames and copies.
import { judgeArrival } from './arriving.ts'
import { copyOf, type Note, placeOf, type State } from './states.ts'
import type { Wish } from './steps.ts'
import { type Branch, branchAt, isAtOrBelow, isBelow, kindAt, numbered } from './tree.ts'
import { type Circumstances, lead, refuse, type Verdict } from './verdict.ts'

type Transfer = Extract<Wish, { kind: 'rename' | 'copy' }>

/**
 * A copy takes what was at its source when it started, and appears when it is done: `source` is the state at its start.
 * Any applicable refusal is accepted, because the model does not promise the order of the checks.
 */
export function judgeTransfer(
  state: State,
  wish: Transfer,
  circumstances: Circumstances,
  source: State = state,
): Verdict {
  const { path, to, mode, kind } = wish
  const branch = branchAt(source, path) ?? perhapsAt(source, path)
  const wrong = wrongOf(state, wish)
  if (!branch) return refuse(404, ...wrong)
  if (wrong.length > 0) return refuse(...wrong)
  if (path === to && kind === 'rename' && mode !== 'rename') return lead(state)
  const maybeFolders = [...source.maybe]
    .filter((folder) => isBelow(folder, path))
    .map((folder) => folder.slice(path.length + 1))
  const arrival = { branch, to, mode, from: kind === 'rename' ? path : null, maybeFolders }
  const { done, refused } = judgeArrival(state, arrival, circumstances)
  return {
    done: kind === 'copy' ? done : done.flatMap((next) => divided(state, followed(state, next, wish), wish)),
    refused: [
      ...refused,
      ...(isBelow(path, to) && mode === 'override' ? [409] : []),
      ...(source.maybe.has(path) ? [404] : []),
    ],
  }
}

/** A folder that may exist. Nothing is known to be in it. */
const perhapsAt = ({ maybe }: State, path: string): Branch | null =>
  maybe.has(path) ? { isFile: false, files: new Map(), folders: [] } : null

function wrongOf(state: State, { path, to, mode, kind }: Transfer): number[] {
  if (path === to) return kind === 'copy' && mode !== 'rename' ? [409] : []
  return [...(isBelow(to, path) ? [400] : []), ...(mode === 'plain' && kindAt(state, to) !== null ? [409] : [])]
}

/** Notes of replaced files follow the files with their older versions, as far as those have moved along. */
function followed(before: State, state: State, { path, to, mode }: Transfer): State {
  const next = copyOf(state)
  // The notes of this round follow too. Their ids and places are unknown, and one may be divided.
  next.demands = next.demands.map((demand) =>
    demand.where === 'alone' && before.demands.includes(demand) ? { ...demand, where: 'somewhere' } : demand,
  )
  // If something exists at the destination, it goes under another name.
  const names = mode === 'rename' ? Array.from({ length: 100 }, (_, number) => numbered(to, number)) : [to]
  const there = names.find((name) => mode !== 'rename' || kindAt(before, name) === null) ?? to
  for (const [id, note] of before.notes) {
    const moved = placesOfNote(note).filter((place) => isAtOrBelow(place, path))
    if (note.kind !== 'replace' || moved.length === 0) continue
    const come = moved.map((place) => there + place.slice(path.length))
    const others = new Set([...(note.others ?? []), note.path, ...come])
    next.notes.set(id, { ...note, path: come[0] ?? note.path, others: [...others] } satisfies Note)
  }
  for (const [place, replaced] of before.unnamed)
    if (isAtOrBelow(place, path)) next.unnamed.set(there + place.slice(path.length), replaced)
  return next
}

/** Where a note may be: an earlier move may have left it where it was. */
const placesOfNote = ({ path, others = [] }: Note): string[] => [path, ...others]

/** If only a part of a note was moved, that part has a separate note; or all of it has stayed. */
function divided(before: State, state: State, { path }: Transfer): State[] {
  const isMovedFrom = (note: Note, place: string) => (name: string) =>
    isAtOrBelow(placeOf({ ...note, path: place }, name), path)
  const isMoved = (note: Note) => (name: string) => placesOfNote(note).some((place) => isMovedFrom(note, place)(name))
  const isWider = (note: Note) => (place: string) =>
    !isAtOrBelow(place, path) && [...note.entries.keys()].some(isMovedFrom(note, place))
  const wider = [...before.notes].filter(
    ([, note]) => note.kind === 'replace' && placesOfNote(note).some(isWider(note)),
  )
  if (wider.length === 0) return [state]
  const [stayed, gone] = [copyOf(state), copyOf(state)]
  for (const [id, note] of wider) {
    // A part of it may have moved while the rest stayed.
    const others = note.others ?? []
    stayed.notes.set(id, { ...note, others })
    const left = new Map([...note.entries].filter(([name]) => !isMoved(note)(name)))
    if (left.size > 0) gone.notes.set(id, { ...note, entries: left, others })
    else gone.notes.delete(id)
    const contents = [...note.entries].filter(([name]) => isMoved(note)(name)).map(([, size]) => size)
    gone.demands.push({ contents, where: 'somewhere' })
  }
  return [gone, stayed]
}
