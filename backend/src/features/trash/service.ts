// Deleted and replaced files: listed, restored, or deleted for good.
import type { TrashQuery } from '../../../contract/calls/history.ts'
import type { FileResource, FolderResource } from '../../../contract/resources.ts'
import type { RestoreBody, Trash } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { parseUserPath, relativeTo, ROOT } from '../../storage/paths.ts'
import type { RunningOperation } from '../../storage/types.ts'
import { type Actor, auditedOf, authorOf } from '../access/actor.ts'
import { actionsOf, type PlacedNote, unknownAction } from './action.ts'
import type { TrashOptions } from './options.ts'
import { type InsidePath, presentAction, presentInside } from './present.ts'
import { Restoring, type RunningRestore } from './restoring.ts'
import { SeenNotes } from './seen-notes.ts'
import { createTelling } from './told.ts'

const AT_ONCE = 4

export class TrashService {
  readonly #options: TrashOptions
  readonly #notes: SeenNotes
  readonly #restoring: Restoring
  readonly #tell: ReturnType<typeof createTelling>

  constructor(options: TrashOptions) {
    const { access, storage, tree } = options
    const { operations } = storage
    this.#options = options
    this.#notes = new SeenNotes({ operations, access, tree })
    this.#restoring = new Restoring(options)
    this.#tell = createTelling({ operations, tree })
  }

  /** A page of what was deleted or replaced in the person's tree, newest first, without what rules deny. */
  async list(actor: Actor, query: TrashQuery): Promise<Trash> {
    const { notes, cursor } = await this.#notes.page(actor, query)
    return { items: actionsOf(await this.#tell(actor, notes)).map(presentAction), cursor }
  }

  /** What an action has at a path of its own. @throws AppError `notFound`, `forbidden` */
  async inside(actor: Actor, id: string, at: InsidePath): Promise<FileResource | FolderResource> {
    const action = await this.#notes.find(actor, id)
    const inside = await presentInside(action, await this.#notes.entriesOf(actor, action), at)
    if (!inside) throw new AppError('notFound', 'no such item in the trash')
    return inside
  }

  /**
   * Restores items to their place, or copies of them into a folder. People may always restore what they deleted. Others
   * need `create` there, and `modify` to restore a replaced file.
   * @throws AppError `notFound`, `forbidden`, `conflict` if the place is taken, `locked`, `noRoom`
   */
  async restore(actor: Actor, id: string, wanted: RestoreBody): Promise<RunningRestore> {
    const action = await this.#notes.find(actor, id)
    // Paths are cleaned like any others before they are compared with the note.
    const names = wanted?.paths?.map((path) => relativeTo(parseUserPath(path), ROOT))
    const running = await (wanted?.to === undefined
      ? this.#restoring.here(actor, action, { names, conflict: wanted?.conflict ?? 'fail' })
      : this.#restoring.into(actor, action, { folder: parseUserPath(wanted.to), names, conflict: wanted.conflict }))
    this.#options.audit.note({ kind: 'restore', ...auditedOf(actor), path: action.path })
    return running
  }

  /**
   * Deletes an action for good.
   * @throws AppError `notFound`, `forbidden` without `delete`, `locked`
   */
  async purge(actor: Actor, id: string): Promise<RunningOperation> {
    const action = await this.#notes.find(actor, id)
    const [last, ...others] = action.notes.toReversed()
    if (last === undefined) throw unknownAction()
    await mapParallel(others, AT_ONCE, async (placed) => (await this.#purgeNote(actor, placed)).committed)
    const running = await this.#purgeNote(actor, last)
    this.#options.audit.note({ kind: 'purge', ...auditedOf(actor), path: action.path })
    return running
  }

  async #purgeNote(actor: Actor, { note, path }: PlacedNote): Promise<RunningOperation> {
    const { access, storage, tree } = this.#options
    access.authorize(actor, 'delete', path)
    const noted = await storage.operations.noted(note.id, true)
    tree.checkTree(
      actor,
      path,
      noted.map(({ name }) => name),
    )
    return storage.operations.purge(note.id, authorOf(actor))
  }

  /** The same for every action that the person may delete. @throws AppError `forbidden` without `delete` */
  async empty(actor: Actor): Promise<void> {
    this.#options.access.demand(actor, 'delete')
    for await (const notes of this.#notes.all(actor))
      await mapParallel(notes, AT_ONCE, (placed) => this.#endNote(actor, placed))
  }

  async #endNote(actor: Actor, placed: PlacedNote): Promise<void> {
    try {
      const running = await this.#purgeNote(actor, placed)
      await running.committed
      this.#options.audit.note({ kind: 'purge', ...auditedOf(actor), path: placed.path })
    } catch (error) {
      // Somebody else deleted or restored it meanwhile, or a rule protects it. The others continue.
      if (!(error instanceof AppError) || (error.code !== 'notFound' && error.code !== 'forbidden')) throw error
    }
  }
}
