// What was deleted or replaced: seen, brought back, or ended for good.
import type { FileResource, FolderResource } from '../../../contract/resources.ts'
import type { RestoreBody, TrashNote } from '../../../contract/trash.ts'
import { type Actor, auditedOf, authorOf } from '../../http/identity.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { childOf, parseUserPath, relativeTo, type UserPath, userPathOf } from '../../storage/paths.ts'
import type { RunningOperation, Storage } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/service.ts'
import type { Quotas } from '../quotas/service.ts'
import { actionOf, actionsOf, isSeveral, nameIn, type Noted, type PlacedNote, type TrashAction, unknownAction } from './action.ts'
import { presentAction, presentInside } from './present.ts'
import { createRestoring, type Restored } from './restoring.ts'

export interface TrashService {
  /** What was deleted or replaced in the person's tree, newest first; what rules deny is left out. */
  list(actor: Actor): Promise<TrashNote[]>
  /** What an action has at a path of its own. @throws AppError `notFound`, `forbidden` */
  inside(actor: Actor, id: string, path: UserPath): Promise<FileResource | FolderResource>
  /**
   * Brings things back: to their place, or copies of them into a folder. Who deleted may always undo that; others need `create` there, and
   * what was replaced comes to the top only for who may `modify`.
   * @throws AppError `notFound`, `forbidden`, `conflict` where the place is taken, `locked`, `noRoom`
   */
  restore(actor: Actor, id: string, wanted: RestoreBody): Promise<Restored>
  /** Ends an action and what it could bring back. @throws AppError `notFound`, `forbidden` without `delete`, `locked` */
  purge(actor: Actor, id: string): Promise<RunningOperation>
  /** The same with every action that the person may end. @throws AppError `forbidden` without `delete` */
  empty(actor: Actor): Promise<void>
}

export interface TrashOptions {
  storage: Storage
  access: Access
  /** What comes back needs room like anything else. */
  quotas: Pick<Quotas, 'admissionTo' | 'admitAll'>
  audit: Pick<Audit, 'note'>
}

const ROOT = parseUserPath('/')
const AT_ONCE = 4

export function createTrash({ storage, access, quotas, audit }: TrashOptions): TrashService {
  const { operations } = storage
  const restoring = createRestoring({ storage, access, quotas })

  function place(actor: Actor, note: PlacedNote['note']): PlacedNote[] {
    const path = userPathOf(actor.mounts, note.at)
    return path === null ? [] : [{ note, path }]
  }

  async function notesOf(actor: Actor): Promise<PlacedNote[]> {
    const { scope, sharedFolder, sharedBucket } = actor.mounts
    const notes = await operations.notes(sharedFolder === '' ? [scope.bucket] : [scope.bucket, sharedBucket])
    return notes.flatMap((note) => place(actor, note)).filter(({ path }) => access.permits(actor, path))
  }

  async function find(actor: Actor, id: string): Promise<TrashAction> {
    if (isSeveral(id)) {
      const action = actionsOf(await notesOf(actor)).find((one) => one.id === id)
      if (!action) throw unknownAction()
      return action
    }
    const action = actionOf(id, place(actor, await operations.note(id)))
    access.authorize(actor, 'read', action.path)
    return action
  }

  /** All that an action has, but for what rules deny. */
  async function entriesOf(actor: Actor, action: TrashAction): Promise<Noted[]> {
    const all = await mapParallel(action.notes, AT_ONCE, async (placed) => (await operations.noted(placed.note.id)).map(({ name, size }) => ({ name: nameIn(action, placed, name), size })))
    return all.flat().filter(({ name }) => access.permits(actor, name === '' ? action.path : childOf(action.path, name.replace(/\/$/, ''))))
  }

  async function purgeNote(actor: Actor, { note, path }: PlacedNote): Promise<RunningOperation> {
    access.authorize(actor, 'delete', path)
    restoring.checkInside(actor, path, (await operations.noted(note.id, true)).map(({ name }) => name))
    return operations.purge(note.id, authorOf(actor))
  }

  return {
    list: async (actor) => actionsOf(await notesOf(actor)).map(presentAction),

    async inside(actor, id, path) {
      const action = await find(actor, id)
      const inside = await presentInside(action, await entriesOf(actor, action), path)
      if (!inside) throw new AppError('notFound', 'there is no such thing in the trash')
      return inside
    },

    async restore(actor, id, wanted) {
      const action = await find(actor, id)
      // Paths are cleaned like any other before they are compared with what was noted.
      const names = wanted?.paths?.map((path) => relativeTo(parseUserPath(path), ROOT))
      const running = wanted?.to === undefined
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
      await mapParallel(await notesOf(actor), AT_ONCE, async (placed) => {
        try {
          await (await purgeNote(actor, placed)).committed
          audit.note({ kind: 'purge', ...auditedOf(actor), path: placed.path })
        } catch (error) {
          // Somebody else ended or restored it meanwhile, or a rule keeps it: the others still go.
          if (!(error instanceof AppError) || (error.code !== 'notFound' && error.code !== 'forbidden')) throw error
        }
      })
    },
  }
}
