// The versions of a tree as an owner sees them: keys with their stacks, and what hides them cleared away before each listing.
import type { S3Client } from '@aws-sdk/client-s3'
import type { StorageCore } from '../core.ts'
import type { NameCore } from '../names.ts'
import { type Listed, listObjects } from '../listing.ts'
import { moveAside, namesAbove, versionsOfKey } from '../names.ts'
import { folderKey, type Place } from '../paths.ts'

/** A file or folder that an operation works on. */
export interface Target { at: Place; isFile: boolean }

/** All versions of one key, oldest first. `name` is relative to the target: '' for a file itself and for a folder's own marker. */
export interface Stack { name: string; key: string; versions: Listed[] }

/** The key that a name of one target has in another. */
export const keyIn = (target: Target, name: string): string => (target.isFile ? target.at.path : folderKey(target.at) + name)

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

/**
 * All versions at a target. What would hide a part of them is moved to `history/` first: anything at a folder's name, at names above,
 * or where a folder of `wanted` goes.
 */
export async function clearAndList(core: NameCore & Pick<StorageCore, 'failpoints'>, client: S3Client, target: Target, wanted: ReadonlySet<string> = new Set()): Promise<Stack[]> {
  const { bucket } = target.at
  if (!core.failpoints.keeps('clearHiding')) return listStacks(core, target)
  const above = [...namesAbove(target.at), ...(target.isFile || target.at.path === '' ? [] : [target.at.path])]
  for (;;) {
    const found = (await Promise.all(above.map((name) => versionsOfKey(core, bucket, name)))).find((versions) => versions.length > 0)
    if (found) {
      await moveAside(core, client, bucket, found)
      continue
    }
    const stacks = await listStacks(core, target)
    const hiding = stacks.filter((stack) => stack.name !== '' && wanted.has(stack.name))
    if (hiding.length === 0) return stacks
    await moveAside(core, client, bucket, hiding.flatMap((stack) => stack.versions))
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

/** Every path of a tree once, '' for itself: what the names of its keys are, and the folders that they imply, without closing slash. */
export const pathsOf = (names: string[]): Set<string> => new Set(['', ...foldersOf(names), ...names.map((name) => name.replace(/\/$/, ''))])

/** Files first, folder markers after them: a folder goes when it is empty. */
export const filesFirst = (stacks: Stack[]): Stack[] => [...stacks.filter((stack) => !isMarkerKey(stack.key)), ...stacks.filter((stack) => isMarkerKey(stack.key))]
