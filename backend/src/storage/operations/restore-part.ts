// One thing that comes back from the trash by itself, and what may refuse that.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { lookUntil } from '../looking-again.ts'
import { isVersion } from '../metadata.ts'
import { inTheWayOfFile, type NameCore } from '../names.ts'
import { place } from '../paths.ts'
import type { Note } from '../types.ts'
import { type FoundVersions, foundOf, judge, type Judgement, newestOfEach } from './judging.ts'
import type { ManifestEntry } from './manifests.ts'
import { thingsIn } from './notes.ts'
import { checkFolders } from './hiding.ts'
import type { CheckedNote } from './note-rounds.ts'
import { foldersOf, isMarkerKey, listStacks, stacksAt } from './stacks.ts'
import { compareNames } from './windows.ts'
import type { OperationContext } from './worker.ts'

const PARALLEL = 16
/** The character that comes after a slash. */
const AFTER_SLASH = '0'
export const PARTS_AT_ONCE = 4

/** What a restore needs to know of a note. */
export type Noted = Pick<Note, 'at' | 'isFile' | 'kind'>

/** One thing that comes back by itself, and what of it is noted. */
export interface RestorePart {
  note: Noted
  entries: ManifestEntry[]
}

/** What one action deleted may be several things, far apart; replaced files are looked at one by one anyway. */
export async function restorePartsOf(note: Noted, entries: ManifestEntry[]): Promise<RestorePart[]> {
  if (note.kind === 'replace') return [{ note, entries }]
  const things = await thingsIn(entries)
  return things.map(({ target, entries: own }) => ({ note: { ...target, kind: 'delete' }, entries: own }))
}

/** A part with what a check has found at its keys, and what is to be done about each. */
interface JudgedPart {
  part: RestorePart
  found: FoundVersions
  judged: { key: string; kind: Judgement['kind'] }[]
  /** Whether something that was deleted is in the way of a file, and has to go first. */
  isCovered: boolean
}

/**
 * What may refuse that all parts come back; changes nothing. Before it says that nothing is kept any more it looks
 * again, since one listing may miss what is there. Answers of each part what `uncoveredAtOnce` says.
 * @throws AppError `conflict`, `isFolder` where something is there now that may not be replaced; `notFound` where none
 * of it is kept any more
 */
export async function checkParts(
  context: OperationContext,
  parts: RestorePart[],
  { mayReplace }: { mayReplace: boolean },
): Promise<CheckedNote['found']> {
  const judged = await lookUntil(isKept, () =>
    mapParallel(parts, PARTS_AT_ONCE, (part) => judgePart(context, part, mayReplace)),
  )
  if (!isKept(judged)) throw new AppError('notFound', 'it is no longer kept')
  return judged.map(uncoveredAtOnce)
}

/** Whether anything of these parts is kept: some file, or folders alone. */
function isKept(parts: readonly JudgedPart[]): boolean {
  const files = parts.flatMap(({ judged }) => judged).filter(({ key }) => !isMarkerKey(key))
  return files.length === 0 || files.some(({ kind }) => kind !== 'lost')
}

/**
 * What lies where everything of a part comes back by taking markers away, by their ids: that does no harm whatever
 * comes meanwhile, so nobody has to look again before. Null where there is more to it.
 */
function uncoveredAtOnce({ part, found, judged, isCovered }: JudgedPart): FoundVersions | null {
  if (part.note.kind !== 'delete' || isCovered) return null
  const folders = foldersOf(part.entries.map(({ key }) => key))
  const isInTheWay = found.versions.keys().some((key) => folders.has(key))
  return isInTheWay || judged.some(({ key, kind }) => kind !== 'uncover' && !isMarkerKey(key)) ? null : found
}

async function judgePart(context: OperationContext, part: RestorePart, mayReplace: boolean): Promise<JudgedPart> {
  const { note, entries } = part
  // Names that hide were cleared a moment ago. They are looked at once more because a late upload may have taken one.
  const [isCovered, found] = await Promise.all([checkKinds(context.core, part), foundIn(context, note, entries)])
  const judging = { context, operationId: '', found, mayReplace }
  const judged = await mapParallel(newestOfEach(entries, found), PARALLEL, async (entry) => {
    const { kind } = await judge(judging, entry)
    if (kind === 'taken' && !isStillReplaced(note, entry, found))
      throw new AppError('conflict', 'something else is there now')
    return { key: entry.key, kind }
  })
  return { part, found, judged, isCovered }
}

/** What replaced a file may make way for it again, as long as it is that very version. */
function isStillReplaced({ kind }: Noted, { key, successor }: ManifestEntry, found: FoundVersions): boolean {
  return kind === 'replace' && (successor === undefined || isVersion(found.versions.get(key)?.at(-1), successor))
}

/**
 * A file comes back neither below a file nor where a folder is now, and a folder not where a file is. Answers whether
 * something that was deleted is in the way of a file.
 * @throws AppError `conflict`, `isFolder`
 */
async function checkKinds(core: NameCore, { note, entries }: RestorePart): Promise<boolean> {
  if (note.kind === 'delete' && !note.isFile) {
    await checkFolders(core, note)
    return false
  }
  const files = note.kind === 'replace' ? entries.map(({ bucket, key }) => place(bucket, key)) : [note.at]
  const inTheWay = await mapParallel(files, PARALLEL, (at) => inTheWayOfFile(core, at))
  return inTheWay.some((one) => one !== null)
}

/** The first key that neither is one of these nor lies below it: a delete may have been stopped before it had all. */
function keyPast(entries: ManifestEntry[]): string {
  const last = entries.reduce((found, { key }) => (compareNames(key, found) > 0 ? key : found), '')
  return `${last.replace(/\/$/, '')}${AFTER_SLASH}`
}

/** What lies at the keys of a note. Replaced files are few and may lie far apart: each is asked for. */
export async function foundIn(
  { core }: OperationContext,
  note: Noted,
  entries: ManifestEntry[],
): Promise<FoundVersions> {
  if (note.kind === 'delete') return foundOf(await listStacks(core, note, keyPast(entries)))
  return foundOf(await stacksAt(core, entries))
}
