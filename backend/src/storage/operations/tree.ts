// The versions of a tree, for whoever checks a change and for whoever carries it out: keys with their stacks, and what
// hides them.
import type { S3Client } from '@aws-sdk/client-s3'
import { mapParallel } from '../../lib/parallel.ts'
import type { NameCore } from '../names.ts'
import { type Listed, listObjects } from '../listing.ts'
import { fileInTheWay, moveAside, namesAbove, versionsOfKey } from '../names.ts'
import { folderKey, type Place } from '../paths.ts'
import { noteMovedAside } from './noting.ts'
import type { OperationRound } from './worker.ts'

const PARALLEL = 16

/** A file or folder that an operation works on. */
export interface Target {
  at: Place
  isFile: boolean
}

/**
 * All versions of one key, oldest first. `name` is relative to the target: '' for a file itself and for a folder's own
 * marker.
 */
export interface Stack {
  name: string
  key: string
  versions: Listed[]
}

/** The key that a name of one target has in another. */
export const keyIn = (target: Target, name: string): string =>
  target.isFile ? target.at.path : folderKey(target.at) + name

/** A folder marker is no file, and has no versions. */
export const isMarkerKey = (key: string): boolean => key.endsWith('/')

/** The folders that names lie in, without closing slash. */
export function foldersOf(names: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const name of names) {
    for (let cut = name.indexOf('/'); cut > 0; cut = name.indexOf('/', cut + 1)) folders.add(name.slice(0, cut))
  }
  return folders
}

/** The names that a part of a target could hide behind: those above it, and that of a folder itself. */
const namesHiding = ({ at, isFile }: Target): string[] => [
  ...namesAbove(at),
  ...(isFile || at.path === '' ? [] : [at.path]),
]

/**
 * Readies a target for a check. It moves nothing that anybody can see: what was deleted, and hides a part of the
 * target, goes to `history/`.
 * @throws AppError `conflict` where another tool has put a file at a name that must be a folder
 */
export async function clearForCheck(
  { core, client }: { core: NameCore; client: S3Client },
  target: Target,
): Promise<void> {
  for (;;) {
    const deleted = (await hidingVersions(core, target)).find((versions) => versions.length > 0)
    if (!deleted) return
    await moveAside(core, client, target.at.bucket, deleted)
  }
}

/** The same without moving anything: what was deleted may hide a part. */
export async function checkFolders(core: NameCore, target: Target): Promise<void> {
  await hidingVersions(core, target)
}

async function hidingVersions(core: NameCore, target: Target): Promise<Listed[][]> {
  const found = await Promise.all(namesHiding(target).map((name) => versionsOfKey(core, target.at.bucket, name)))
  const alive = found.flat().find((version, index, all) => !version.isMarker && all[index - 1]?.key !== version.key)
  if (alive) throw fileInTheWay(alive.key)
  return found
}

/** All versions at a target, once it is ready for a check. */
export async function lookAt(by: { core: NameCore; client: S3Client }, target: Target): Promise<Stack[]> {
  await clearForCheck(by, target)
  return listStacks(by.core, target)
}

/** Whether readers see a file where a target needs a folder, so that nothing of it is listed. */
export async function isTargetHidden(core: NameCore, target: Target): Promise<boolean> {
  const found = await Promise.all(namesHiding(target).map((name) => versionsOfKey(core, target.at.bucket, name)))
  return found.some(([newest]) => newest !== undefined && !newest.isMarker)
}

/**
 * Whether a live file, which hides a part of a target, is noted and moved aside; else it stays. It may throw to call
 * the operation off.
 */
export type OnLive = (hiding: Listed) => boolean | Promise<boolean>

export interface ClearOptions {
  onLive: OnLive
  /** Folders that are to be at the target, relative to it. */
  wanted?: ReadonlySet<string>
  /** Whether a file comes to the target: what was deleted below its name goes aside. */
  isComing?: boolean
}

/**
 * All versions at a target, for who carries an operation out. What hides a part of them is moved to `history/` first:
 * anything at a folder's name, at names above, or where a folder of `wanted` goes. What was deleted just goes; of what
 * readers see `onLive` decides.
 */
export async function clearAndList(
  round: OperationRound,
  target: Target,
  { onLive, wanted = new Set(), isComing = false }: ClearOptions,
): Promise<Stack[]> {
  const {
    context: { core },
    owner,
  } = round
  if (!core.failpoints.keeps('clearHiding')) return listStacks(core, target)
  const { bucket } = target.at
  const kept = new Set<string>()
  /** Stacks that are in the way and are not to stay; noted where they are alive. */
  const going = async (stacks: Stack[]): Promise<Listed[]> => {
    const gone: Listed[] = []
    for (const { key, versions } of stacks) {
      const newest = versions.at(-1)
      if (!newest || kept.has(key)) continue
      if (!newest.isMarker && !isMarkerKey(key)) {
        if (await onLive(newest)) await noteMovedAside(round, bucket, newest)
        else kept.add(key)
      }
      if (!kept.has(key)) gone.push(...versions)
    }
    return gone
  }
  for (;;) {
    const above = await stacksAt(
      core,
      namesHiding(target).map((key) => ({ bucket, key })),
    )
    const hiding = await going(above)
    if (hiding.length > 0) {
      await moveAside(core, owner.client, bucket, hiding)
      continue
    }
    const stacks = await listStacks(core, target)
    const buried =
      isComing && target.isFile
        ? (await listStacks(core, { at: target.at, isFile: false })).filter((stack) => !isLive(stack))
        : []
    const inTheWay = await going([...stacks.filter(({ name }) => name !== '' && wanted.has(name)), ...buried])
    if (inTheWay.length === 0) return stacks
    await moveAside(core, owner.client, bucket, inTheWay)
  }
}

/** All versions at a target that are not hidden. */
export async function listStacks(core: NameCore, { at, isFile }: Target): Promise<Stack[]> {
  if (isFile) {
    const versions = await versionsOfKey(core, at.bucket, at.path)
    return versions.length > 0 ? [{ name: '', key: at.path, versions: versions.reverse() }] : []
  }
  const prefix = folderKey(at)
  const stacks: Stack[] = []
  for await (const listed of listObjects(core.clients, at.bucket, prefix, { versions: true })) {
    const last = stacks.at(-1)
    // Listings tell the newest version first.
    if (last?.key === listed.key) last.versions.unshift(listed)
    else stacks.push({ name: listed.key.slice(prefix.length), key: listed.key, versions: [listed] })
  }
  return stacks
}

/** The versions of what is there, oldest first, as far as the newest delete marker; none for what was deleted. */
export function liveVersions({ versions }: Stack): Listed[] {
  if (versions.at(-1)?.isMarker) return []
  return versions.slice(versions.findLastIndex((version) => version.isMarker) + 1)
}

/** Whether a key is there for those who look: its newest version is no delete marker. */
export const isLive = (stack: Stack): boolean => liveVersions(stack).length > 0

/** All versions of some keys, which may lie far apart: each is asked for. A key without any has none in its stack. */
export const stacksAt = (core: NameCore, keys: { bucket: string; key: string }[]): Promise<Stack[]> =>
  mapParallel(keys, PARALLEL, async ({ bucket, key }) => ({
    name: '',
    key,
    versions: (await versionsOfKey(core, bucket, key)).reverse(),
  }))

/** The names of what is there: what was deleted has its versions in a listing, too. */
export const liveNames = (stacks: Stack[]): string[] => stacks.filter(isLive).map(({ name }) => name)

/**
 * Every path of a tree once, '' for itself: what the names of its keys are, and the folders that they imply, without
 * closing slash.
 */
export const pathsOfNames = (names: string[]): Set<string> =>
  new Set(['', ...foldersOf(names), ...names.map((name) => name.replace(/\/$/, ''))])

/** Files first, folder markers after them: a folder goes when it is empty. */
export const filesFirst = (stacks: Stack[]): Stack[] => [
  ...stacks.filter((stack) => !isMarkerKey(stack.key)),
  ...stacks.filter((stack) => isMarkerKey(stack.key)),
]
