// PATCH: renaming, moving and copying.
import { AppError } from '../../lib/app-error.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { ChangeOptions, RunningOperation } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { HookedEvent } from './hooks.ts'
import type { FilesOptions } from './options.ts'

/** Attempts to find a free name while others take names too. */
const TRIES = 5

export interface FileChange {
  action: string | undefined
  source: UserPath
  destination: UserPath
  override: boolean
  /** Use the next free name if the destination exists; takes precedence over `override`. */
  rename: boolean
  /** Take older versions along to another bucket. */
  history: boolean
}

export interface Changing {
  /**
   * Renames, moves or copies. The checks come in the order of the API contract. Null if there was nothing to do
   * (renamed onto itself).
   * @throws AppError `forbidden`, `badRequest` (into itself, unknown action), `conflict`, `isFile`, `isFolder`,
   *   `notFound`, `locked`, `noRoom`
   */
  change(actor: Actor, change: FileChange): Promise<RunningOperation | null>
}

export class FileChanging implements Changing {
  readonly #options: FilesOptions

  constructor(options: FilesOptions) {
    this.#options = options
  }

  async change(actor: Actor, change: FileChange): Promise<RunningOperation | null> {
    await this.#check(actor, change)
    if (change.source === change.destination && !change.rename) return null
    if (!change.rename) return this.#begin(actor, change)
    // The name is chosen here, so that rules are checked for the final path. If somebody else takes it first, the
    // next one is tried.
    for (let attempt = 1; ; attempt++) {
      const destination = await this.#options.tree.freePath(actor, change.destination)
      try {
        return await this.#begin(actor, { ...change, destination })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'conflict') || attempt === TRIES) throw error
      }
    }
  }

  async #check(actor: Actor, { action, source, destination, override, rename }: FileChange): Promise<void> {
    this.#options.tree.checkTransfer(actor, { source, destination, isMove: action === 'rename' })
    const isNoChange = action === 'rename' && source === destination && !rename
    const { tree } = this.#options
    if (!override && !rename && !isNoChange && (await tree.seemsTaken(actor, destination, false)))
      throw new AppError('conflict', 'the destination already exists')
    if (override) this.#options.access.demand(actor, 'modify')
    if (action !== 'copy' && action !== 'rename') throw new AppError('badRequest', 'unknown action')
    this.#options.access.demand(actor, action === 'copy' ? 'create' : 'rename')
    if (!(await (isNoChange ? tree.isTaken(actor, source) : tree.seemsTaken(actor, source, true))))
      throw new AppError('notFound', 'the source does not exist')
    if (source === destination && action === 'copy' && !rename)
      throw new AppError('conflict', 'a file cannot be copied onto itself')
  }

  async #begin(actor: Actor, change: FileChange): Promise<RunningOperation> {
    const happening: HookedEvent = {
      event: change.action === 'rename' ? 'rename' : 'copy',
      actor,
      file: change.source,
      destination: change.destination,
    }
    await this.#options.hooks.before(happening)
    const running = await this.#register(actor, change)
    return { ...running, committed: running.committed.then(() => this.#options.hooks.after(happening)) }
  }

  async #register(
    actor: Actor,
    { action, source, destination, override, rename, history }: FileChange,
  ): Promise<RunningOperation> {
    const [from, to] = [
      this.#options.access.authorize(actor, 'read', source),
      this.#options.access.authorize(actor, 'read', destination),
    ]
    const { admit, run } = await this.#options.quotas.admissionTo(
      actor.userId,
      to,
      action === 'rename' ? from : undefined,
    )
    const checks = [source, destination].map((path) => this.#options.tree.treeCheck(actor, path))
    const options: ChangeOptions = {
      admit,
      by: authorOf(actor),
      conflict: override && !rename ? 'override' : 'fail',
      shown: { source, destination },
      history,
      check: (relative) => checks.forEach(({ check }) => check(relative)),
      asksBelow: checks.some(({ asksBelow }) => asksBelow),
    }
    return run(() =>
      action === 'rename'
        ? this.#options.storage.operations.move(from, to, options)
        : this.#options.storage.operations.copy(from, to, options),
    )
  }
}
