// Step 2 of a delete: what may refuse it before the tree is hidden, and its note.
import { AppError } from '../../lib/app-error.ts'
import type { StorageCore } from '../core.ts'
import { putFolderMarker } from '../objects.ts'
import { pathText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import { type Deletion, forgetDeletion, type RemovalRequest, type Taken } from './deleted-notes.ts'
import { clearForCheck } from './hiding.ts'
import { PathCheck } from './path-check.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, NewOperation } from './registry.ts'
import { isAnythingAt, isLive, isMarkerKey, newestOf, StackListing } from './stacks.ts'
import { filtered } from './windows.ts'
import { markerLacking, type OperationRun } from './worker.ts'

/** A delete of more files than this is shown in the tray. */
const BIG_DELETE = 1000

/** A delete as it is registered. */
export function deletionOf(id: string, { target, options, wanted }: Omit<RemovalRequest, 'expected'>): NewOperation {
  const { at, isFile } = target
  const note = wanted === id ? {} : { note: wanted }
  return { id, kind: 'delete', src: pathText(at), dst: null, isFile, userId: options.by.userId, state: 'new', ...note }
}

/**
 * Checks a delete and notes it.
 * @throws AppError `notFound`, `conflict` (a file at a folder's name), or what `check` says
 */
export async function prepareRemoval(
  run: OperationRun,
  request: RemovalRequest,
  onRefused: OnRefused,
): Promise<JournalEdit> {
  const { context, id, progress } = run
  const { target, options } = request
  const taken = await translating(() => prepareTarget(run, request))
  progress.expect(taken.count, taken.bytes)
  if (taken.count > BIG_DELETE)
    await progress.begin({ by: options.by, kind: 'delete', ...options.shown, isDir: !target.isFile })
  // Without versions nothing can be restored, so nothing is noted.
  const noteId = context.core.clients.capabilities.versioning
    ? await noteDeletion(run, { ...request, ...taken }, onRefused)
    : id
  return (op, draft) => {
    op.state = 'removing'
    op.since = draft.rev
    op.note = noteId
    return true
  }
}

/** Notes a delete before it happens; answers in which note. */
async function noteDeletion(run: OperationRun, request: Deletion, onRefused: OnRefused): Promise<string> {
  const { context, id } = run
  const { core, deleted } = context
  const { at } = request.target
  const { bytes } = request
  // It counts as history before it is hidden, so that it is never missing from both sums.
  onRefused(() => core.onHistory({ at, bytes: -bytes }))
  const counted = core.onHistory({ at, bytes })
  const noteId = await deleted.add(id, request).finally(() => counted)
  onRefused((holding) => forgetDeletion(holding, { id, src: pathText(at), note: noteId }))
  await core.failpoints.at('delete.noted', pathText(at))
  return noteId
}

/** Clears what hides a part of the target, checks what may refuse its removal, and keeps the folder around it. */
async function prepareTarget({ context, owner }: OperationRun, request: RemovalRequest): Promise<Taken> {
  const { core } = context
  const { target } = request
  const isFirstSeen = request.expected ? isAnythingAt(core, target) : false
  const [isSeen, marker] = await Promise.all([
    isFirstSeen,
    markerLacking(core, owner, target.at),
    clearForCheck({ ...context, ...owner }, target),
  ])
  const taken = await takenBy(core, request, isSeen)
  if (marker) await putFolderMarker(owner.client, marker)
  return taken
}

/**
 * What a delete takes: as expected where nothing below can be refused, and somebody looks at something there; else it
 * is listed. `isSeen`: it is known already that something is there.
 */
async function takenBy(core: StorageCore, request: RemovalRequest, isSeen: boolean): Promise<Taken> {
  const { target, options, expected } = request
  if (expected === null) return takenByListing(core, request)
  // What was deleted may have hidden it until a moment ago.
  if (!isSeen && !(await isAnythingAt(core, target))) throw nothingThere()
  options.check('')
  const deletedBefore = async () => (await takenByListing(core, request)).deletedBefore()
  return { count: expected.files, bytes: expected.bytes, deletedBefore }
}

async function takenByListing(core: StorageCore, { target, options }: RemovalRequest): Promise<Taken> {
  const sum = { count: 0, bytes: 0 }
  let deletedBefore = 0
  const paths = new PathCheck(options.check)
  for await (const stack of filtered(await StackListing.open(core, target), isLive)) {
    paths.add(stack.name)
    if (!isMarkerKey(stack.key)) sum.count += 1
    sum.bytes += newestOf(stack).size
    const deleted = stack.versions.findLast(({ isMarker }) => isMarker)
    deletedBefore = Math.max(deletedBefore, deleted?.lastModified.getTime() ?? 0)
  }
  if (paths.isEmpty) throw nothingThere()
  return { ...sum, deletedBefore: async () => deletedBefore }
}

const nothingThere = (): AppError => new AppError('notFound', 'nothing exists at that path')
