// Deleted and replaced files: listed, restored, or deleted for good.
import type { TrashQuery } from '../../../contract/calls/history.ts'
import type { FileResource, FolderResource } from '../../../contract/resources.ts'
import { type RestoreBody, type Trash, TRASH_PAGE } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { parseUserPath, relativeTo, userPathOf } from '../../storage/paths.ts'
import type { Note, RunningOperation, Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import { type Actor, auditedOf, authorOf } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { Quotas } from '../quotas/service.ts'
import type { Tree } from '../tree/service.ts'
import {
  actionOf,
  actionsOf,
  nameIn,
  type Noted,
  type PlacedNote,
  severalOf,
  type TrashAction,
  unknownAction,
} from './action.ts'
import { type InsidePath, presentAction, presentInside } from './present.ts'
import { createRestoring, type RunningRestore } from './restoring.ts'
import { createTelling } from './told.ts'

export interface TrashService {
  /** A page of what was deleted or replaced in the person's tree, newest first, without what rules deny. */
  list(actor: Actor, page: TrashQuery): Promise<Trash>
  /** What an action has at a path of its own. @throws AppError `notFound`, `forbidden` */
  inside(actor: Actor, id: string, at: InsidePath): Promise<FileResource | FolderResource>
  /**
   * Restores items to their place, or copies of them into a folder. People may always restore what they deleted. Others
   * need `create` there, and `modify` to restore a replaced file.
   * @throws AppError `notFound`, `forbidden`, `conflict` if the place is taken, `locked`, `noRoom`
   */
  restore(actor: Actor, id: string, wanted: RestoreBody): Promise<RunningRestore>
  /**
   * Deletes an action for good.
   * @throws AppError `notFound`, `forbidden` without `delete`, `locked`
   */
  purge(actor: Actor, id: string): Promise<RunningOperation>
  /** The same for every action that the person may delete. @throws AppError `forbidden` without `delete` */
  empty(actor: Actor): Promise<void>
}

export interface TrashOptions {
  storage: Storage
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'sees' | 'mayHideBelow' | 'checkTree' | 'freePath' | 'placeToChange' | 'bucketsOf'>
  /** What comes back needs room like anything else. */
  quotas: Pick<Quotas, 'admissionTo' | 'admitAll'>
  audit: Pick<Audit, 'note'>
}

const ROOT = parseUserPath('/')
const AT_ONCE = 4
/**
 * Extra notes on a page that belong to its last action. A page that shows two parts of one action joins them.
 */
const FOLLOWING_MAX = 100

export function createTrash({ storage, access, tree, quotas, audit }: TrashOptions): TrashService {
  const { operations } = storage
  const restoring = createRestoring({ storage, access, tree, quotas })
  const tell = createTelling({ operations, tree })

  function place(actor: Actor, note: PlacedNote['note']): PlacedNote[] {
    const path = userPathOf(actor.mounts, note.at)
    return path === null ? [] : [{ note, path }]
  }

  const seenBy = (actor: Actor, notes: Note[]): PlacedNote[] =>
    notes.flatMap((note) => place(actor, note)).filter(({ path }) => tree.sees(actor, path))

  /**
   * A page, with all following notes of its last action. Notes of one action are next to each other, unless others act
   * at the same time.
   */
  async function pageOf(
    actor: Actor,
    { limit, cursor }: TrashQuery,
  ): Promise<{ notes: PlacedNote[]; cursor: string | null }> {
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
    return { notes: seenBy(actor, page.notes), cursor: page.cursor }
  }

  /** All notes, page by page. */
  async function* everyNoteOf(actor: Actor): AsyncGenerator<PlacedNote[]> {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<typeof operations.notes>> = await operations.notes(tree.bucketsOf(actor), {
        limit: TRASH_PAGE,
        after: cursor,
      })
      yield seenBy(actor, page.notes)
      cursor = page.cursor
    }
  }

  async function find(actor: Actor, id: string): Promise<TrashAction> {
    const several = severalOf(id)
    if (several) return actionOf(id, seenBy(actor, await operations.notesOfAction(tree.bucketsOf(actor), several)))
    const action = actionOf(id, place(actor, await operations.note(id)))
    access.authorize(actor, 'read', action.path)
    return action
  }

  /** The whole content of an action, without what rules deny. */
  async function entriesOf(actor: Actor, action: TrashAction): Promise<Noted[]> {
    const all = await mapParallel(action.notes, AT_ONCE, async (placed) =>
      (await operations.noted(placed.note.id)).map(({ name, size }) => ({ name: nameIn(action, placed, name), size })),
    )
    return all.flat().filter(({ name }) => tree.sees(actor, action.path, name))
  }

  async function purgeNote(actor: Actor, { note, path }: PlacedNote): Promise<RunningOperation> {
    access.authorize(actor, 'delete', path)
    tree.checkTree(
      actor,
      path,
      (await operations.noted(note.id, true)).map(({ name }) => name),
    )
    return operations.purge(note.id, authorOf(actor))
  }

  async function endNote(actor: Actor, placed: PlacedNote): Promise<void> {
    try {
      await (
        await purgeNote(actor, placed)
      ).committed
      audit.note({ kind: 'purge', ...auditedOf(actor), path: placed.path })
    } catch (error) {
      // Somebody else deleted or restored it meanwhile, or a rule protects it. The others continue.
      if (!(error instanceof AppError) || (error.code !== 'notFound' && error.code !== 'forbidden')) throw error
    }
  }

  return {
    async list(actor, query) {
      const { notes, cursor } = await pageOf(actor, query)
      return { items: actionsOf(await tell(actor, notes)).map(presentAction), cursor }
    },

    async inside(actor, id, at) {
      const action = await find(actor, id)
      const inside = await presentInside(action, await entriesOf(actor, action), at)
      if (!inside) throw new AppError('notFound', 'no such item in the trash')
      return inside
    },

    async restore(actor, id, wanted) {
      const action = await find(actor, id)
      // Paths are cleaned like any others before they are compared with the note.
      const names = wanted?.paths?.map((path) => relativeTo(parseUserPath(path), ROOT))
      const running =
        wanted?.to === undefined
          ? await restoring.here(actor, action, { names, conflict: wanted?.conflict ?? 'fail' })
          : await restoring.into(actor, action, { folder: parseUserPath(wanted.to), names, conflict: wanted.conflict })
      audit.note({ kind: 'restore', ...auditedOf(actor), path: action.path })
      return running
    },

    async purge(actor, id) {
      const action = await find(actor, id)
      const [last, ...others] = action.notes.toReversed()
      if (last === undefined) throw unknownAction()
      await mapParallel(others, AT_ONCE, async (placed) => (await purgeNote(actor, placed)).committed)
      const running = await purgeNote(actor, last)
      audit.note({ kind: 'purge', ...auditedOf(actor), path: action.path })
      return running
    },

    async empty(actor) {
      access.demand(actor, 'delete')
      for await (const notes of everyNoteOf(actor))
        await mapParallel(notes, AT_ONCE, (placed) => endNote(actor, placed))
    },
  }
}
