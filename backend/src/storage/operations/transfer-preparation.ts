// Step 2 of a copy or a move: what may refuse it before the first byte is copied, and what is written down before.
import { AppError } from '../../lib/app-error.ts'
import type { KnownExtent } from '../live/known-extents.ts'
import type { StorageCore } from '../core.ts'
import { fileObject, findingOnce, type FindVersions, inTheWayOfFile } from '../names.ts'
import { headObject, putFolderMarker } from '../objects.ts'
import { pathText, type Place, place } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import type { Arrival, ChangeOptions } from '../types.ts'
import { prepareAlias } from './aliasing.ts'
import { arrivalOfTransfer, type Sources } from './arrival.ts'
import { Clashes, ownPart } from './clashes.ts'
import { checkFolders, clearForCheck } from './hiding.ts'
import type { ManifestEntry } from './manifests.ts'
import { PathCheck } from './path-check.ts'
import { pinOf, stackOf } from './pins.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit } from './registry.ts'
import { isLive, keyIn, liveVersions, newestOf, type Stack, StackListing, type Target } from './stacks.ts'
import { compareNames, filtered, isEmpty, windowsOf } from './windows.ts'
import { markerLacking, type OperationContext, type OperationRun } from './worker.ts'

/** What is to be moved or copied. */
export interface TransferRequest {
  kind: 'move' | 'copy'
  source: Target
  destination: Place
  options: ChangeOptions
  /** What a copy takes where that is not what lies at the source now: deleted versions that are brought elsewhere. */
  pinned?: ManifestEntry[]
  /** What is to be moved at once for all who look, as the index has it. */
  known?: KnownExtent | null
}

/** The texts that a transfer registers. What is pinned holds nothing where it was. */
export const textsOf = ({ pinned, source, destination }: TransferRequest): { src: string | null; dst: string } => ({
  src: pinned ? null : pathText(source.at),
  dst: pathText(destination),
})

/** What a check of a transfer needs to know. */
type CheckedRequest = Pick<TransferRequest, 'source' | 'destination' | 'pinned'> & {
  options: Pick<ChangeOptions, 'conflict' | 'check' | 'history'>
}

/**
 * What a transfer would bring to its place. What a deleted file hides there is not seen.
 * @throws AppError as `prepareTransfer`
 */
export async function planTransfer(context: OperationContext, request: CheckedRequest): Promise<Arrival> {
  const checking: Checking = {
    context,
    request,
    ready: async (target) => {
      await checkFolders(context.core, target)
      return false
    },
  }
  const { sources, ahead } = await checkSources(checking)
  await checkDestination(checking, sources, ahead)
  return arrivalOfTransfer(context, request, sources)
}

/**
 * Step 2: what may refuse the change before the first byte is copied, and before anything is moved. Nothing else
 * touches both paths by now.
 * @throws AppError `notFound`, `conflict`, `forbidden` (by `check`), `badRequest` (a key would be too long), `noRoom`
 * (by `admit`)
 * @throws NotAtOnce where the source was `known`, and has to take the plain way
 */
export async function prepareTransfer(
  run: OperationRun,
  request: TransferRequest,
  onRefused: OnRefused,
): Promise<JournalEdit> {
  const { context, owner, id, progress } = run
  const { kind, source, options, known } = request
  if (known) return prepareAlias(run, request, known)
  if (kind === 'copy') onRefused(() => context.work.drop([id]))
  const merge = await translating(async () => {
    const checking: Checking = {
      context,
      request,
      ready: (target, find) => clearForCheck({ ...context, ...owner }, target, find),
    }
    const lacking = kind === 'move' ? begun(() => markerLacking(context.core, owner, source.at)) : null
    const { sources, ahead } = await checkSources(checking)
    const isMerge = await checkDestination(checking, sources, ahead)
    await options.admit?.({ id, ...(await arrivalOfTransfer(context, request, sources)) })
    const marker = await lacking
    if (kind === 'copy') await context.work.keep(id, pinsIn(sources, source.at.bucket))
    else if (marker) await putFolderMarker(owner.client, marker)
    await context.core.failpoints.at('copy.checked', pathText(request.destination))
    progress.expect(sources.count, sources.bytes)
    return isMerge
  })
  await progress.begin({ by: options.by, kind, ...options.shown, isDir: !source.isFile })
  return (op) => {
    op.state = 'copying'
    op.merge = merge
    // The manifest pins what a copy takes: its source is free from here on.
    if (kind === 'copy') op.src = null
    return true
  }
}

interface Checking {
  context: OperationContext
  request: CheckedRequest
  /**
   * Looks whether something hides a part of a target; answers whether it has moved that out of the way.
   * @throws AppError `conflict`
   */
  ready(target: Target, find?: FindVersions): Promise<boolean>
}

/** What is at the new name of a file. */
interface Ahead {
  isFileThere: Promise<boolean>
  /** @throws AppError `conflict`, `isFolder` */
  inTheWay: Promise<unknown>
}

function lookAhead(core: StorageCore, destination: Place, find?: FindVersions): Ahead {
  return {
    isFileThere: begun(async () => (await headObject(core.clients.control, fileObject(destination))) !== null),
    inTheWay: begun(() => inTheWayOfFile(core, destination, find)),
  }
}

/** Begins something whose failure is told to whoever waits for it, maybe later or never. */
function begun<T>(ask: () => Promise<T>): Promise<T> {
  const asked = ask()
  asked.catch(() => undefined)
  return asked
}

async function* pinsIn({ stacks }: Sources, bucket: string): AsyncGenerator<ManifestEntry> {
  for await (const stack of stacks) yield pinOf(stack, bucket)
}

/**
 * Looks at the source, and meanwhile at the new name of a file: the names above both are asked for once. What was moved
 * out of the way may have hidden what is there, which is looked at anew then.
 */
async function checkSources({ context, request, ready }: Checking): Promise<{ sources: Sources; ahead: Ahead | null }> {
  const { source, destination, options, pinned } = request
  const find = findingOnce(context.core)
  const ahead = source.isFile && !pinned ? lookAhead(context.core, destination, find) : null
  const hasMoved = !pinned && (await ready(source, find))
  const listing = pinned
    ? StackListing.of(pinned.toSorted((a, b) => compareNames(a.name, b.name)).map(stackOf))
    : await StackListing.open(context.core, source)
  const target: Target = { at: destination, isFile: source.isFile }
  const paths = new PathCheck(options.check)
  const sources: Sources = { stacks: filtered(listing, isLive), count: 0, bytes: 0, olderBytes: 0 }
  for await (const stack of sources.stacks) {
    paths.add(stack.name)
    place(destination.bucket, keyIn(target, stack.name))
    const live = liveVersions(stack)
    const bytes = newestOf(stack).size
    sources.count += 1
    sources.bytes += bytes
    sources.olderBytes += live.reduce((sum, { size }) => sum + size, -bytes)
  }
  if (paths.isEmpty) throw new AppError('notFound', 'nothing exists at that path')
  return { sources, ahead: hasMoved ? null : ahead }
}

/** Answers whether something is there that is replaced, or merged with. */
async function checkDestination(checking: Checking, sources: Sources, ahead: Ahead | null): Promise<boolean> {
  const { context, request, ready } = checking
  const { core } = context
  const { destination, source, options } = request
  const mayReplace = options.conflict === 'override'
  const taken = () =>
    new AppError(
      'conflict',
      source.isFile ? 'something with that name exists' : 'a folder or file with that name exists',
    )
  if (source.isFile) {
    const look = ahead ?? lookAhead(core, destination)
    const isFileThere = await look.isFileThere
    await look.inTheWay
    if (isFileThere && !mayReplace) throw taken()
    return isFileThere
  }
  if ((await headObject(core.clients.control, fileObject(destination))) !== null) throw taken()
  const target: Target = { at: destination, isFile: false }
  await ready(target)
  const there = filtered(await StackListing.open(core, target), isLive)
  if (await isEmpty(there)) return false
  if (!mayReplace) throw taken()
  await checkMerge(request, sources, there)
  return true
}

/**
 * A file and a folder of one name cannot be merged. A merge into a folder above its source must not write into the
 * source: what is copied and what is to be copied could not be told apart.
 */
async function checkMerge(
  { source, destination }: CheckedRequest,
  sources: Sources,
  there: AsyncIterable<Stack>,
): Promise<void> {
  const own = ownPart(pathText(source.at), pathText(destination))
  const clashes = new Clashes()
  let isInItself = false
  for await (const { left, right, upTo } of windowsOf(sources.stacks, there)) {
    const names = { left: left.map(({ name }) => name), right: right.map(({ name }) => name), upTo }
    if (clashes.isIn(names)) throw new AppError('conflict', 'a file and a folder of one name cannot be merged')
    isInItself ||= own !== null && names.left.some((name) => name.startsWith(own))
  }
  if (!isInItself) return
  throw new AppError(
    'conflict',
    'the folder has another one of its own path in it, which would be merged into the folder itself',
  )
}
