// The rules for something that arrives as a whole, by a move, a copy or a restore: at a free place, in place of a file,
// or merged into a folder.
import type { Size } from './contents.ts'
import { copyOf, settle, type State } from './states.ts'
import { isUnknown, type Mode } from './steps.ts'
import {
  type Branch,
  foldersAbove,
  isBelow,
  isBelowFile,
  join,
  kindAt,
  numbered,
  putFile,
  putFolder,
  take,
} from './tree.ts'
import { type Circumstances, lead, orTaken, refuse, type Verdict } from './verdict.ts'

/** How many other names are considered possible when others take names at the same time. */
const OTHER_NAMES = 6

export interface Arrival {
  branch: Branch
  to: string
  mode: Mode
  /** The path that it leaves; null for a copy. */
  from: string | null
  /** Folders that arrive only if something else has made them. */
  maybeFolders?: string[]
}

export function judgeArrival(state: State, arrival: Arrival, circumstances: Circumstances): Verdict {
  if (arrival.mode === 'rename') return judgeNumbered(state, arrival, circumstances)
  const { branch, to, mode } = arrival
  const there = kindAt(state, to)
  if (isBelowFile(state, to)) return refuse(409)
  const paths = [...(mode === 'plain' ? [to] : []), ...[...branch.files.keys()].map((name) => join(to, name))]
  if (there === null) return orTaken(state, paths, lead(arrive(state, arrival, circumstances)))
  if (mode === 'plain' || there !== (branch.isFile ? 'file' : 'folder')) return refuse(409)
  if (!branch.isFile && clashes(state, arrival)) return refuse(409)
  return orTaken(state, paths, lead(arrive(state, arrival, circumstances)))
}

function judgeNumbered(state: State, arrival: Arrival, circumstances: Circumstances): Verdict {
  if (isBelowFile(state, arrival.to)) return refuse(409)
  const names = Array.from({ length: 100 }, (_, number) => numbered(arrival.to, number)).filter(
    (name) => kindAt(state, name) === null,
  )
  return lead(
    ...names
      .slice(0, circumstances.isContended ? OTHER_NAMES : 1)
      .map((to) => arrive(state, { ...arrival, to }, circumstances)),
  )
}

/** Whether a file meets a folder of the same name, or a merge would write into its own source. */
export function clashes(state: State, { branch, to, from }: Arrival): boolean {
  const isFileOnFolder = [...branch.files.keys()].some((name) => kindAt(state, join(to, name)) === 'folder')
  const isFolderOnFile = [...branch.folders, ...[...branch.files.keys()].flatMap(foldersIn)].some(
    (name) => kindAt(state, join(to, name)) === 'file',
  )
  return (
    isFileOnFolder ||
    isFolderOnFile ||
    (from !== null && isBelow(from, to) && writesInto(branch, from.slice(to.length + 1)))
  )
}

const foldersIn = (name: string): string[] => foldersAbove(`/${name}`).map((folder) => folder.slice(1))

const writesInto = ({ files, folders }: Branch, source: string): boolean =>
  [...files.keys(), ...folders].some((name) => name === source || isBelow(name, source))

function arrive(
  state: State,
  { branch, to, from, maybeFolders = [] }: Arrival,
  { answered: { step, status }, isContended }: Circumstances,
): State {
  const next = copyOf(state)
  if (from !== null) {
    take(next, from)
    settle(next, from)
  }
  const replaced: Size[] = []
  for (const [name, size] of branch.files) {
    const path = join(to, name)
    const before = state.files.get(path)
    if (before !== undefined) replaced.push(before)
    putFile(next, path, size)
  }
  if (!branch.isFile) putFolder(next, to)
  else for (const folder of foldersAbove(to)) putFolder(next, folder)
  for (const name of branch.folders) putFolder(next, join(to, name))
  for (const name of maybeFolders) if (!next.folders.has(join(to, name))) next.maybe.add(join(to, name))
  // An unanswered write may already have been noted in an earlier round.
  const isAlone = !step.isShared && !isUnknown({ status })
  if (replaced.length > 0)
    next.demands.push({ contents: replaced, where: isContended ? 'perhaps' : isAlone ? 'alone' : 'somewhere' })
  return next
}
