// The rules for single writes, deletes and older versions.
import type { Size } from './contents.ts'
import { copyOf, type Note, settle, type State } from './states.ts'
import { isUnknown, type Wish } from './steps.ts'
import { branchAt, isBelowFile, kindAt, parentOf, putFile, putFolder, take } from './tree.ts'
import { type Circumstances, lead, orTaken, refuse, type Verdict } from './verdict.ts'

type Of<K extends Wish['kind']> = Extract<Wish, { kind: K }>

/**
 * Where a replaced content must appear: several actions may share a note, and two concurrent writers may each have seen
 * a different file.
 */
const whereOf = ({ answered: { step, status }, isContended }: Circumstances) => {
  if (step.action === '' || step.isShared || isContended) return 'perhaps'
  // It may already have been noted in an earlier round.
  return isUnknown({ status }) ? 'somewhere' : 'alone'
}

/** Replaces a file; the old content is noted. */
export function replaceFile(state: State, path: string, size: Size, circumstances: Circumstances): State {
  const next = copyOf(state)
  const before = next.files.get(path)
  if (before !== undefined) {
    next.demands.push({ contents: [before], where: whereOf(circumstances) })
    if (circumstances.answered.step.action === '') next.unnamed.set(path, { size: before, by: size })
  }
  putFile(next, path, size)
  settle(next, path)
  return next
}

/** Refuses if something at a path prevents any file there. */
function checkKinds(state: State, path: string, folder: number[]): Verdict | null {
  if (isBelowFile(state, path)) return refuse(409)
  return kindAt(state, path) === 'folder' ? refuse(...folder) : null
}

/** Another resumable upload may have taken the place of one to the same path, which then goes no further. */
const replacedBy = ({ isContended }: Circumstances): number[] => (isContended ? [404, 412] : [])

export function judgeUpload(state: State, wish: Of<'post' | 'tus'>, circumstances: Circumstances): Verdict {
  const wrong = checkKinds(state, wish.path, wish.kind === 'tus' ? [400, 409] : [409])
  if (wrong) return wrong
  if (!wish.isOverride && state.files.has(wish.path)) return refuse(409)
  const { done, refused } = orTaken(state, [wish.path], lead(replaceFile(state, wish.path, wish.size, circumstances)))
  if (wish.kind !== 'tus') return { done, refused }
  return { done, refused: [...(refused.length > 0 ? [400, ...refused] : []), ...replacedBy(circumstances)] }
}

export function judgeSave(state: State, { path, size }: Of<'put'>, circumstances: Circumstances): Verdict {
  if (checkKinds(state, path, [409])) return refuse(404, 409)
  if (!state.files.has(path) && !circumstances.isContended) return refuse(404)
  return lead(replaceFile(state, path, size, circumstances))
}

/** An upload without a length: each acknowledged chunk is in the file, and a drop restores what was there before. */
export function judgeStream(
  state: State,
  { path, isOverride, sizes }: Of<'stream'>,
  circumstances: Circumstances,
): Verdict {
  const refused = checkKinds(state, path, [400, 409])
  if (refused) return refused
  if (!isOverride && state.files.has(path)) return refuse(409)
  const { size, isDropped } = circumstances.answered
  const next = copyOf(state)
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder))
    if (!next.folders.has(folder)) next.maybe.add(folder)
  const written = sizes.map((each) => replaceFile(next, path, each, circumstances))
  if (isDropped) return lead(next)
  const whole = written[sizes.indexOf(size ?? 0)]
  // Without an answer, any of its chunks may be the last that arrived.
  return { done: whole ? [whole] : [next, ...written], refused: replacedBy(circumstances) }
}

export function judgeNewFolder(state: State, { path }: Of<'folder'>): Verdict {
  if (isBelowFile(state, path) || state.files.has(path)) return refuse(409)
  const next = copyOf(state)
  putFolder(next, path)
  return lead(next)
}

export function judgeDelete(
  state: State,
  { path }: Of<'delete'>,
  { answered: { step, note: id } }: Circumstances,
): Verdict {
  const branch = branchAt(state, path)
  if (!branch) return refuse(404)
  const next = copyOf(state)
  take(next, path)
  settle(next, path)
  const note: Note = { kind: 'delete', path, isDir: !branch.isFile, entries: branch.files, folders: branch.folders }
  if (step.isShared) next.demands.push({ contents: [...branch.files.values()], where: 'somewhere' })
  else next.notes.set(id ?? `?${step.id}`, note)
  return lead(next)
}

/** The model does not have a file's versions: the answer says which one it was. */
export function judgeVersion(state: State, { path }: Of<'version'>, circumstances: Circumstances): Verdict {
  if (!state.files.has(path) && !circumstances.isContended) return refuse(404, 409)
  const { size } = circumstances.answered
  return size === undefined ? refuse() : lead(replaceFile(state, path, size, circumstances))
}
