// The rules of renames and copies.
import { judgeArrival } from './arriving.ts'
import { copyOf, type Note, placeOf, type State } from './states.ts'
import type { Wish } from './steps.ts'
import { type Branch, branchAt, isAtOrBelow, isBelow, kindAt, numbered } from './tree.ts'
import { type Circumstances, lead, refuse, type Verdict } from './verdict.ts'

type Transfer = Extract<Wish, { kind: 'rename' | 'copy' }>

/**
 * A copy goes by what lay at its source when it was begun, and shows when it is done: `source` is the state of then.
 * Refusals are those of all that is wrong: in which order they are looked for is no promise of this model.
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

/** A folder that may be there: nothing is known to lie in it. */
const perhapsAt = ({ maybe }: State, path: string): Branch | null =>
  maybe.has(path) ? { isFile: false, files: new Map(), folders: [] } : null

function wrongOf(state: State, { path, to, mode, kind }: Transfer): number[] {
  if (path === to) return kind === 'copy' && mode !== 'rename' ? [409] : []
  return [...(isBelow(to, path) ? [400] : []), ...(mode === 'plain' && kindAt(state, to) !== null ? [409] : [])]
}

/** Notes of what was replaced follow the files with their older versions, as far as those have come along. */
function followed(before: State, state: State, { path, to, mode }: Transfer): State {
  const next = copyOf(state)
  // So do those of this round, whose ids and places nobody knows: one may be divided.
  next.demands = next.demands.map((demand) =>
    demand.where === 'alone' && before.demands.includes(demand) ? { ...demand, where: 'somewhere' } : demand,
  )
  const moved = [...before.notes].filter(([, note]) => note.kind === 'replace' && isAtOrBelow(note.path, path))
  // Where something is there already it goes under another name.
  const names = mode === 'rename' ? Array.from({ length: 100 }, (_, number) => numbered(to, number)) : [to]
  const there = names.find((name) => mode !== 'rename' || kindAt(before, name) === null) ?? to
  for (const [id, note] of moved) {
    const others = [...(note.others ?? []), note.path]
    next.notes.set(id, { ...note, path: there + note.path.slice(path.length), others } satisfies Note)
  }
  return next
}

/** What has come along of a note of more than what was moved has a note of its own; or all of it has stayed. */
function divided(before: State, state: State, { path }: Transfer): State[] {
  const isMoved = (note: Note) => (name: string) => isAtOrBelow(placeOf(note, name), path)
  const wider = [...before.notes].filter(
    ([, note]) =>
      note.kind === 'replace' && !isAtOrBelow(note.path, path) && [...note.entries.keys()].some(isMoved(note)),
  )
  if (wider.length === 0) return [state]
  const [stayed, gone] = [copyOf(state), copyOf(state)]
  for (const [id, note] of wider) {
    // Some of it may have come and some have stayed.
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
