// Keys with all their versions, as they are listed.
import { mapParallel } from '../../lib/parallel.ts'
import { eachYielding } from '../../lib/yielding.ts'
import type { Listed } from '../listing-page.ts'
import { listObjects } from '../listing.ts'
import { fileObject, type NameCore, versionsOfKey } from '../names.ts'
import { headObject } from '../objects.ts'
import { folderKey, type Place } from '../paths.ts'
import { compareNames, isEmpty, WINDOW } from './windows.ts'

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

/** The newest version of a key. */
export const newestOf = ({ versions }: Pick<Stack, 'versions'>): Listed => {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a key without versions')
  return newest
}

/** The versions at a target that are not hidden, in the order of their keys. `before`: only of keys before this one. */
async function* readStacks(
  core: NameCore,
  { at, isFile }: Target,
  before: string | null = null,
): AsyncGenerator<Stack> {
  if (isFile) {
    const versions = await versionsOfKey(core, at.bucket, at.path)
    if (versions.length > 0) yield { name: '', key: at.path, versions: versions.reverse() }
    return
  }
  const prefix = folderKey(at)
  let versions: Listed[] = []
  // Listings tell the newest version first.
  const stack = (): Stack[] => {
    const key = versions[0]?.key
    return key === undefined ? [] : [{ name: key.slice(prefix.length), key, versions: versions.toReversed() }]
  }
  for await (const listed of listObjects(core.clients, { bucket: at.bucket, prefix, versions: true })) {
    if (versions[0]?.key !== listed.key) {
      if (before !== null && compareNames(listed.key, before) >= 0) break
      yield* stack()
      versions = []
    }
    versions.push(listed)
  }
  yield* stack()
}

/** Whether the file, or anything in the folder, is there for those who look. */
export async function isAnythingAt({ clients }: NameCore, { at, isFile }: Target): Promise<boolean> {
  if (isFile) return (await headObject(clients.control, fileObject(at))) !== null
  const below = { bucket: at.bucket, prefix: folderKey(at), maxKeys: 1, bare: true }
  return !(await isEmpty(listObjects(clients, below)))
}

/** All versions at a target that are not hidden; with `before` only of the keys before one. */
export const listStacks = (core: NameCore, target: Target, before?: string): Promise<Stack[]> =>
  Array.fromAsync(readStacks(core, target, before))

/**
 * All versions at a target that are not hidden. What fits into a window is remembered as it was listed; what does not
 * is listed anew each time it is gone through, so that memory does not grow with it.
 */
export class StackListing implements AsyncIterable<Stack> {
  readonly #list: () => AsyncIterable<Stack>
  /** Whether it is remembered. */
  readonly isShort: boolean

  private constructor(list: () => AsyncIterable<Stack>, isShort: boolean) {
    this.#list = list
    this.isShort = isShort
  }

  static async open(core: NameCore, target: Target): Promise<StackListing> {
    const stacks: Stack[] = []
    let weight = 0
    for await (const stack of readStacks(core, target)) {
      stacks.push(stack)
      weight += stack.versions.length
      if (weight > WINDOW) return new StackListing(() => readStacks(core, target), false)
    }
    return StackListing.of(stacks)
  }

  /** What is known already. */
  static of(stacks: Stack[]): StackListing {
    return new StackListing(() => eachYielding(stacks), true)
  }

  [Symbol.asyncIterator](): AsyncIterator<Stack> {
    return this.#list()[Symbol.asyncIterator]()
  }
}
