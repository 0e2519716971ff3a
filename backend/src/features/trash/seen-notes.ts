// The notes of the trash as a person sees them: those in their tree, without what rules deny.
import type { TrashQuery } from '../../../contract/calls/history.ts'
import { TRASH_PAGE } from '../../../contract/trash.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { userPathOf } from '../../storage/paths.ts'
import type { Note, Operations } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import { actionOf, nameIn, type NotedEntry, type PlacedNote, severalOf, type TrashAction } from './action.ts'

export interface SeenNotesOptions {
  operations: Pick<Operations, 'note' | 'noted' | 'notes' | 'notesOfAction'>
  access: Pick<Access, 'authorize'>
  tree: Pick<Tree, 'sees' | 'bucketsOf'>
}

const AT_ONCE = 4
/** Extra notes on a page that belong to its last action. A page that shows two parts of one action joins them. */
const FOLLOWING_MAX = 100

export class SeenNotes {
  readonly #options: SeenNotesOptions

  constructor(options: SeenNotesOptions) {
    this.#options = options
  }

  /**
   * A page, with all following notes of its last action. Notes of one action are next to each other, unless others act
   * at the same time.
   */
  async page(actor: Actor, { limit, cursor }: TrashQuery): Promise<{ notes: PlacedNote[]; cursor: string | null }> {
    const { operations, tree } = this.#options
    const page = await operations.notes(tree.bucketsOf(actor), { limit, after: cursor })
    const last = page.notes.at(-1)
    for (let more = 0; last?.by.action && page.cursor !== null && more < FOLLOWING_MAX; more += 1) {
      const {
        notes: [next],
        cursor: after,
      } = await operations.notes(tree.bucketsOf(actor), { limit: 1, after: page.cursor })
      if (next?.by.action !== last.by.action || next.by.userId !== last.by.userId) break
      page.notes.push(next)
      page.cursor = after
    }
    return { notes: this.#seenBy(actor, page.notes), cursor: page.cursor }
  }

  /** All notes, page by page. */
  async *all(actor: Actor): AsyncGenerator<PlacedNote[]> {
    const { operations, tree } = this.#options
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<Operations['notes']>> = await operations.notes(tree.bucketsOf(actor), {
        limit: TRASH_PAGE,
        after: cursor,
      })
      yield this.#seenBy(actor, page.notes)
      cursor = page.cursor
    }
  }

  /** An action, by its id. @throws AppError `notFound`, `forbidden` */
  async find(actor: Actor, id: string): Promise<TrashAction> {
    const { access, operations, tree } = this.#options
    const several = severalOf(id)
    if (several)
      return actionOf(id, this.#seenBy(actor, await operations.notesOfAction(tree.bucketsOf(actor), several)))
    const action = actionOf(id, this.#place(actor, await operations.note(id)))
    access.authorize(actor, 'read', action.path)
    return action
  }

  /** The whole content of an action, without what rules deny. */
  async entriesOf(actor: Actor, action: TrashAction): Promise<NotedEntry[]> {
    const { operations, tree } = this.#options
    const all = await mapParallel(action.notes, AT_ONCE, async (placed) =>
      (await operations.noted(placed.note.id)).map(({ name, size }) => ({ name: nameIn(action, placed, name), size })),
    )
    return all.flat().filter(({ name }) => tree.sees(actor, action.path, name))
  }

  #seenBy(actor: Actor, notes: Note[]): PlacedNote[] {
    return notes.flatMap((note) => this.#place(actor, note)).filter(({ path }) => this.#options.tree.sees(actor, path))
  }

  #place(actor: Actor, note: PlacedNote['note']): PlacedNote[] {
    const path = userPathOf(actor.mounts, note.at)
    return path === null ? [] : [{ note, path }]
  }
}
