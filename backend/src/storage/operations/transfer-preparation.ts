// Step 2 of a copy or a move: what may refuse it before the first byte is copied, and what is written down before.
import { AppError } from '../../lib/app-error.ts'
import { inTheWayOfFile } from '../names.ts'
import { headObject } from '../objects.ts'
import { pathText, type Place, place } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import type { Arrival, ChangeOptions } from '../types.ts'
import { arrivalOfTransfer } from './arrival.ts'
import { isMixed, writesIntoSource } from './clashes.ts'
import type { ManifestEntry } from './manifests.ts'
import { newestOf, pinOf, stackOf } from './pins.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit } from './registry.ts'
import {
  checkFolders,
  clearForCheck,
  isLive,
  keyIn,
  listStacks,
  pathsOfNames,
  type Stack,
  type Target,
} from './tree.ts'
import { keepFolderAround, type OperationContext, type OperationRun } from './worker.ts'

/** What is to be moved or copied. */
export interface TransferRequest {
  kind: 'move' | 'copy'
  source: Target
  destination: Place
  options: ChangeOptions
  /** What a copy takes where that is not what lies at the source now: deleted versions that are brought elsewhere. */
  pinned?: ManifestEntry[]
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
  const checking: Checking = { context, request, ready: (target) => checkFolders(context.core, target) }
  const stacks = await checkSource(checking)
  await checkDestination(checking, stacks)
  return arrivalOfTransfer(context, request, stacks)
}

/**
 * Step 2: what may refuse the change before the first byte is copied, and before anything is moved. Nothing else
 * touches both paths by now.
 * @throws AppError `notFound`, `conflict`, `forbidden` (by `check`), `badRequest` (a key would be too long), `noRoom`
 * (by `admit`)
 */
export async function prepareTransfer(
  run: OperationRun,
  request: TransferRequest,
  onRefused: OnRefused,
): Promise<JournalEdit> {
  const { context, owner, id, progress } = run
  const { kind, source, options } = request
  if (kind === 'copy') onRefused(() => context.manifests.dropWork([id]))
  const merge = await translating(async () => {
    const checking: Checking = { context, request, ready: (target) => clearForCheck({ ...context, ...owner }, target) }
    const stacks = await checkSource(checking)
    const isMerge = await checkDestination(checking, stacks)
    await options.admit?.({ id, ...(await arrivalOfTransfer(context, request, stacks)) })
    if (kind === 'move') await keepFolderAround(context.core, owner, source.at)
    else
      await context.manifests.keepWork(
        id,
        stacks.map((stack) => pinOf(stack, source.at.bucket)),
      )
    await context.core.failpoints.at('copy.checked', pathText(request.destination))
    progress.expect(
      stacks.length,
      stacks.reduce((sum, stack) => sum + newestOf(stack).size, 0),
    )
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

/** `ready`: looks whether something hides a part of a target. @throws AppError `conflict` */
interface Checking {
  context: OperationContext
  request: CheckedRequest
  ready(target: Target): Promise<void>
}

async function checkSource({ context, request, ready }: Checking): Promise<Stack[]> {
  const { source, destination, options, pinned } = request
  if (!pinned) await ready(source)
  const stacks = pinned?.map(stackOf) ?? (await listStacks(context.core, source)).filter(isLive)
  if (stacks.length === 0) throw new AppError('notFound', 'nothing exists at that path')
  const names = stacks.map((stack) => stack.name)
  for (const path of pathsOfNames(names)) options.check(path)
  const target: Target = { at: destination, isFile: source.isFile }
  for (const name of names) place(destination.bucket, keyIn(target, name))
  return stacks
}

/** Answers whether something is there that is replaced, or merged with. */
async function checkDestination({ context: { core }, request, ready }: Checking, sources: Stack[]): Promise<boolean> {
  const { destination, source, options } = request
  const mayReplace = options.conflict === 'override'
  const taken = () =>
    new AppError(
      'conflict',
      source.isFile ? 'something with that name exists' : 'a folder or file with that name exists',
    )
  const isFileThere =
    (await headObject(core.clients.control, { bucket: destination.bucket, key: destination.path })) !== null
  if (source.isFile) {
    await inTheWayOfFile(core, destination)
    if (isFileThere && !mayReplace) throw taken()
    return isFileThere
  }
  if (isFileThere) throw taken()
  const target: Target = { at: destination, isFile: false }
  await ready(target)
  const there = (await listStacks(core, target)).filter(isLive)
  if (there.length === 0) return false
  if (!mayReplace) throw taken()
  if (isMixed(sources, there)) throw new AppError('conflict', 'a file and a folder of one name cannot be merged')
  checkOwnSource(request, sources)
  return true
}

/**
 * A merge into a folder above its source must not write into the source: what is copied and what is to be copied could
 * not be told apart.
 */
function checkOwnSource({ source: { at }, destination }: CheckedRequest, sources: Stack[]): void {
  if (!writesIntoSource(pathText(at), pathText(destination), sources)) return
  throw new AppError(
    'conflict',
    'the folder has another one of its own path in it, which would be merged into the folder itself',
  )
}
