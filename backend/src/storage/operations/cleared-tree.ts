// What lies at a target for who carries an operation out, once nothing hides a part of it.
import { AppError } from '../../lib/app-error.ts'
import type { Listed } from '../listing-page.ts'
import { moveAside } from '../names.ts'
import { pathText, place } from '../paths.ts'
import { noteMovedAside } from './noting.ts'
import {
  foldersOf,
  isLive,
  isMarkerKey,
  keyIn,
  listStacks,
  type Stack,
  StackListing,
  stacksAt,
  type Target,
} from './stacks.ts'
import { namesHiding } from './hiding.ts'
import { isEmpty, type Named, windowsOf } from './windows.ts'
import type { OperationRound } from './worker.ts'

/**
 * Whether a live file, which hides a part of a target, is noted and moved aside; else it stays. It may throw to call
 * the operation off.
 */
export type OnLive = (hiding: Listed) => boolean | Promise<boolean>

export interface ClearOptions {
  onLive: OnLive
  /** Names that are to be at the target, in their order: what hides the folders of these is in the way. */
  names?: AsyncIterable<Named>
  /** Whether a file comes to the target: what was deleted below its name goes aside. */
  isComing?: boolean
}

export class ClearedTree {
  readonly stacks: StackListing
  readonly #round: OperationRound
  readonly #target: Target
  readonly #kept: ReadonlySet<string>

  constructor(round: OperationRound, target: Target, found: { stacks: StackListing; kept: ReadonlySet<string> }) {
    this.#round = round
    this.#target = target
    this.stacks = found.stacks
    this.#kept = found.kept
  }

  /**
   * Looks whether something has come that hides a part of a listing that is gone through anew, at the target itself or
   * in the place of folders in it.
   * @throws AppError `unavailable`: the round begins anew, and clears that
   */
  async checkUnhidden(folders: Iterable<string>): Promise<void> {
    const { core } = this.#round.context
    if (this.stacks.isShort) return
    const { bucket } = this.#target.at
    const keys = [...namesHiding(this.#target), ...[...folders].map((folder) => keyIn(this.#target, folder))]
    const found = await stacksAt(
      core,
      keys.map((key) => ({ bucket, key })),
    )
    if (core.rules.inTheWay(found).some(({ key, versions }) => versions.length > 0 && !this.#kept.has(key)))
      throw new AppError('unavailable', 'something has come in the way; it is looked at again')
  }
}

/**
 * Clears a target, and lists it. What hides a part of it is moved to `history/` first: anything at a folder's name, at
 * names above, or where a folder of `names` goes. What was deleted just goes; of what readers see `onLive` decides.
 */
export async function clearTree(round: OperationRound, target: Target, options: ClearOptions): Promise<ClearedTree> {
  return new Clearing(round, target, options).clear()
}

/** Both ends of a move of a file. */
export interface ClearedEnds {
  source: ClearedTree
  there: ClearedTree
}

/**
 * Both ends of a move of a file at once, where nothing hides either and nothing was deleted below the new name; else
 * null: each is cleared, and listed after that. As ever nothing is listed before the names above it are known to hide
 * nothing. `isComing` as in `ClearOptions`.
 */
export async function lookAtEnds(
  round: OperationRound,
  { source, destination, isComing }: { source: Target; destination: Target; isComing: boolean },
): Promise<ClearedEnds | null> {
  const { core } = round.context
  const isFree = (found: Stack[]) => core.rules.inTheWay(found).every(({ versions }) => versions.length === 0)
  const above = [source, destination].flatMap((end) =>
    namesHiding(end).map((key) => ({ bucket: end.at.bucket, key, text: pathText(place(end.at.bucket, key)) })),
  )
  const names = [...new Map(above.map((name) => [name.text, name])).values()]
  if (!isFree(await stacksAt(core, names))) return null
  const [left, arrived, below] = await Promise.all([
    StackListing.open(core, source),
    StackListing.open(core, destination),
    isComing ? listStacks(core, { at: destination.at, isFile: false }) : [],
  ])
  if (!isFree(below.filter((stack) => !isLive(stack)))) return null
  const kept = new Set<string>()
  return {
    source: new ClearedTree(round, source, { stacks: left, kept }),
    there: new ClearedTree(round, destination, { stacks: arrived, kept }),
  }
}

class Clearing {
  readonly #round: OperationRound
  readonly #target: Target
  readonly #options: ClearOptions
  /** Keys of live files that stay where they are. */
  readonly #kept = new Set<string>()

  constructor(round: OperationRound, target: Target, options: ClearOptions) {
    this.#round = round
    this.#target = target
    this.#options = options
  }

  async clear(): Promise<ClearedTree> {
    const { core } = this.#round.context
    const { bucket } = this.#target.at
    for (;;) {
      const above = namesHiding(this.#target).map((key) => ({ bucket, key }))
      if (await this.#move(await stacksAt(core, above))) continue
      const stacks = await StackListing.open(core, this.#target)
      let hasMoved = false
      for await (const hiding of this.#inTheWay(stacks)) hasMoved = (await this.#move(hiding)) || hasMoved
      if (!hasMoved) return new ClearedTree(this.#round, this.#target, { stacks, kept: this.#kept })
    }
  }

  /** Files in the place of folders that come, and what was deleted below the name of a file that comes. */
  async *#inTheWay(stacks: StackListing): AsyncGenerator<Stack[]> {
    const { names, isComing = false } = this.#options
    if (names) yield* inPlaceOfFolders(names, stacks)
    if (!isComing || !this.#target.isFile) return
    const below = await listStacks(this.#round.context.core, { at: this.#target.at, isFile: false })
    yield below.filter((stack) => !isLive(stack))
  }

  /** Moves aside what is not to stay, noted where it is alive; false where there is none. */
  async #move(stacks: Stack[]): Promise<boolean> {
    const { context, owner } = this.#round
    const { bucket } = this.#target.at
    const gone: Listed[] = []
    for (const { key, versions } of context.core.rules.inTheWay(stacks)) {
      const newest = versions.at(-1)
      if (!newest || this.#kept.has(key)) continue
      const isSeen = !newest.isMarker && !isMarkerKey(key)
      if (isSeen && !(await this.#options.onLive(newest))) {
        this.#kept.add(key)
        continue
      }
      if (isSeen) await noteMovedAside(this.#round, bucket, newest)
      gone.push(...versions)
    }
    if (gone.length > 0) await moveAside({ core: context.core, client: owner.client }, bucket, gone)
    return gone.length > 0
  }
}

/** What has the name of a folder that some names lie in. Such a name comes before them. */
async function* inPlaceOfFolders(names: AsyncIterable<Named>, stacks: StackListing): AsyncGenerator<Stack[]> {
  // Of a large tree the names alone take minutes to list.
  if (stacks.isShort && (await isEmpty(stacks))) return
  let open: Stack[] = []
  for await (const { left, right, upTo } of windowsOf(names, stacks)) {
    const folders = foldersOf(left.map(({ name }) => name))
    const files = [...open, ...right]
    yield files.filter(({ name }) => folders.has(name))
    // What a later name may lie in: all that it begins with.
    open = files.filter(({ name, key }) => upTo?.startsWith(name) && !folders.has(name) && !isMarkerKey(key))
  }
}
