// Bringing things back from the trash: to their place, or copies of them into a folder.
import type { RestoreBody } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import { childOf, locate, parentOf, parseUserPath, type Place, type UserPath } from '../../storage/paths.ts'
import type { RunningOperation } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { Admission } from '../quotas/service.ts'
import { actionOf, type TrashAction } from './action.ts'
import { countFiles, filesIn, insideOf, type Part, partsOf, type Thing, thingsOf } from './parts.ts'
import type { TrashOptions } from './service.ts'

/** Something else is there now. */
const TAKEN: ReadonlySet<string> = new Set(['conflict', 'isFile', 'isFolder'])
/** What of several is refused with these stays in the trash, and the others come back. */
const SKIPPED: ReadonlySet<string> = new Set([...TAKEN, 'notFound'])

type Conflict = NonNullable<RestoreBody>['conflict']
/** What of an action is wanted in its place; all of it without `names`. */
export interface HereWish {
  names: string[] | undefined
  conflict: Conflict
}
export interface IntoWish {
  folder: UserPath
  names: string[] | undefined
  conflict: Conflict
}

/**
 * `left` tells, once it has happened, how many things could not be brought back and stay in the trash; `skipped`: how
 * many of them are known already, of which the operation's record tells nothing.
 */
export type RunningRestore = RunningOperation & { skipped: number; left(): Promise<number> }

/** One operation, begun with what admits it to its place. `files`: how many stay in the trash where it is refused. */
interface Step {
  files: number
  begin(admission: (to: Place) => Promise<Admission>): Promise<RunningOperation & Partial<RunningRestore>>
}

/** Where a thing is brought to. */
interface Landing {
  thing: Thing
  destination: UserPath
  to: Place
  conflict: Conflict
}

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof AppError && codes.has(error.code)
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

export function createRestoring({ storage, access, tree, quotas }: Omit<TrashOptions, 'audit'>) {
  const { operations } = storage

  /** One operation a note; the last one's outcome stands for all, once the others have happened. */
  async function here(actor: Actor, action: TrashAction, { names, conflict }: HereWish): Promise<RunningRestore> {
    const parts = await partsOf(operations, action, names)
    if (conflict === 'override') access.demand(actor, 'modify')
    for (const { of, noted } of parts) {
      const { note, path } = of
      const own = note.by.userId === actor.userId ? 'read' : 'create'
      access.authorize(actor, note.kind === 'replace' ? 'modify' : own, path)
      tree.checkTree(actor, path, noted)
    }
    const steps = parts.map((part): Step => ({
      files: filesIn(part),
      begin: async (admission) => {
        const { names: own } = part
        const { note } = part.of
        const { admit, run } = await admission(note.at)
        const options = { names: own.includes('') ? undefined : own, override: conflict === 'override', admit }
        return run(() => operations.restore(note.id, authorOf(actor), options)).catch((error: unknown) => {
          if (conflict !== 'rename' || !hasCode(error, TAKEN)) throw error
          return beside(actor, part)
        })
      },
    }))
    // Of two deletes of one name the newer comes first, and stays.
    return inTurn(actor, parts.map(({ of }) => of.note.at)[0], steps)
  }

  /** Brings what has no room in its place there under a free name. */
  async function beside(actor: Actor, part: Part): Promise<RunningRestore> {
    const { of, names } = part
    const alone = actionOf(of.note.id, [of])
    const folders = Map.groupBy(names, (name) => parentOf(name === '' ? alone.path : childOf(alone.path, name)))
    const steps = [...folders].map(([folder, own]): Step => ({
      files: filesIn({ ...part, names: own }),
      begin: () => into(actor, alone, { folder, names: own.includes('') ? undefined : own, conflict: 'rename' }),
    }))
    return inTurn(actor, undefined, steps)
  }

  async function into(
    actor: Actor,
    action: TrashAction,
    { folder, names, conflict }: IntoWish,
  ): Promise<RunningRestore> {
    if (conflict === 'override') access.demand(actor, 'modify')
    const parts = await partsOf(operations, action, names)
    const things = parts.flatMap((part) => thingsOf(action, part, names ?? ['']))
    for (const { of, noted } of new Set(things.map(({ part }) => part))) tree.checkTree(actor, of.path, noted)
    const steps = [...insideOf(things)].map(([thing, inside]): Step => ({
      files: countFiles(inside),
      begin: async (admission) => {
        const wanted = parseUserPath(childOf(folder, thing.as))
        const destination = conflict === 'rename' ? await tree.freePath(actor, wanted) : wanted
        const to = tree.placeToChange(actor, 'create', destination)
        tree.checkTree(actor, destination, inside)
        return bring(actor, { thing, destination, to, conflict }, await admission(to))
      },
    }))
    return inTurn(actor, locate(actor.mounts, folder), steps)
  }

  /** Brings a copy of one thing to its destination. */
  function bring(
    actor: Actor,
    { thing: { part, name }, destination, to, conflict }: Landing,
    { admit, run }: Admission,
  ): Promise<RunningOperation> {
    const { note, path } = part.of
    return run(() =>
      operations.restoreTo({ noteId: note.id, name }, to, {
        admit,
        by: authorOf(actor),
        conflict: conflict === 'override' ? 'override' : 'fail',
        shown: { source: path, destination },
        check: (relative) => tree.checkTree(actor, destination, [relative]),
      }),
    )
  }

  /**
   * Begins one operation after the other has happened; answers the last. Where there is no room for all of them, none
   * begins. Of several those that are refused are left; one is refused, or all are, with the reason of the first.
   */
  async function inTurn(actor: Actor, to: Place | undefined, steps: Step[]): Promise<RunningRestore> {
    const refusals: unknown[] = []
    const tryStep = (step: Step, admission: Parameters<Step['begin']>[0]) =>
      step.begin(admission).catch((error: unknown) => {
        if (steps.length === 1 || !hasCode(error, SKIPPED)) throw error
        refusals.push(error)
        return null
      })
    if (steps.length > 1 && to) {
      await quotas.admitAll(actor.userId, to, async (admission) => {
        for (const step of steps) await tryStep(step, async () => admission)
      })
    }
    const begun: (RunningOperation & Partial<RunningRestore>)[] = []
    let refused = 0
    for (const step of steps) {
      await begun.at(-1)?.committed
      const operation = await tryStep(step, (place) => quotas.admissionTo(actor.userId, place))
      if (operation) begun.push(operation)
      else refused += step.files
    }
    const last = begun.at(-1)
    if (last === undefined) throw refusals[0] ?? new AppError('notFound', 'there is nothing to restore')
    const leftOf = async ({ id, left }: (typeof begun)[number]) =>
      left?.() ?? (await operations.get(id, actor.userId)).left
    const left = async () => refused + sum(await Promise.all(begun.map(leftOf)))
    return { ...last, skipped: refused + sum(begun.map(({ skipped = 0 }) => skipped)), left }
  }

  return { here, into }
}
