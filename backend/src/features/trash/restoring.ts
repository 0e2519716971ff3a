// Bringing things back from the trash: to their place, or copies of them into a folder.
import type { RestoreBody } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import { NamesAbove } from '../../lib/names-above.ts'
import { mapParallel } from '../../lib/parallel.ts'
import {
  childOf,
  locate,
  nameOf,
  numberedPath,
  parentOf,
  parseUserPath,
  type Place,
  type UserPath,
} from '../../storage/paths.ts'
import type { RunningOperation } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import type { Admission } from '../quotas/service.ts'
import { refuseMount } from '../tree/mount.ts'
import { actionOf, nameIn, nameInNote, type PlacedNote, type TrashAction } from './action.ts'
import type { TrashOptions } from './service.ts'

const AT_ONCE = 4
const FREE_NAME_TRIES = 1_000
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

/** One note, and what of it is wanted: '' for all. `things`: what was deleted in it, each by its name. */
interface Part {
  of: PlacedNote
  names: string[]
  noted: string[]
  things: string[]
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

/** One thing of a part, by its name in the note, and what it is called below the folder that it is brought into. */
interface Thing {
  part: Part
  name: string
  as: string
}

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof AppError && codes.has(error.code)
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
const isFileName = (name: string): boolean => !name.endsWith('/')

export function createRestoring({ storage, access, quotas }: Omit<TrashOptions, 'audit'>) {
  const { operations } = storage

  /** Refuses to touch what a rule denies inside of a place. */
  function checkInside(actor: Actor, path: UserPath, names: Iterable<string>): void {
    for (const name of names) {
      if (!access.permitsTree(actor, name === '' ? path : childOf(path, name.replace(/\/$/, ''))))
        throw new AppError('forbidden', 'a rule denies something in it')
    }
  }

  /** @throws AppError `notFound` when nothing in the action has any of the names */
  async function partsOf(action: TrashAction, names: string[] = ['']): Promise<Part[]> {
    const parts = await mapParallel(action.notes, AT_ONCE, async (of): Promise<Part> => {
      const all = await operations.noted(of.note.id, true)
      const [noted, things] = [all.map(({ name }) => name), [...new Set(all.map(({ thing }) => thing))]]
      const own = names.flatMap((name) => nameInNote(action, of, name) ?? [])
      const [asked, found] = [new NamesAbove(own), new Set<string>()]
      for (const entry of noted) for (const name of asked.of(entry)) found.add(name)
      return { of, noted, things, names: own.filter((name) => found.has(name)) }
    })
    const wanted = parts.filter((part) => part.names.length > 0)
    if (wanted.length === 0) throw new AppError('notFound', 'no such item in the trash')
    return wanted
  }

  /** One operation a note; the last one's outcome stands for all, once the others have happened. */
  async function here(actor: Actor, action: TrashAction, { names, conflict }: HereWish): Promise<RunningRestore> {
    const parts = await partsOf(action, names)
    if (conflict === 'override') access.demand(actor, 'modify')
    for (const {
      of: { note, path },
      noted,
    } of parts) {
      const own = note.by.userId === actor.userId ? 'read' : 'create'
      access.authorize(actor, note.kind === 'replace' ? 'modify' : own, path)
      checkInside(actor, path, noted)
    }
    const steps = parts.map((part): Step => ({
      files: filesIn(part),
      begin: async (admission) => {
        const {
          of: { note },
          names: own,
        } = part
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
    const parts = await partsOf(action, names)
    const things = parts.flatMap((part) => thingsOf(action, part, names ?? ['']))
    for (const {
      of: { path },
      noted,
    } of new Set(things.map(({ part }) => part)))
      checkInside(actor, path, noted)
    const insides = insideOf(things)
    const steps = things.map((thing): Step => {
      const {
        part: {
          of: { note, path },
        },
        name,
        as,
      } = thing
      const inside = insides.get(thing) ?? []
      const begin: Step['begin'] = async (admission) => {
        const destination = await freePath(actor, parseUserPath(childOf(folder, as)), conflict)
        refuseMount(actor, destination)
        checkInside(actor, destination, inside)
        const to = access.authorize(actor, 'create', destination)
        const { admit, run } = await admission(to)
        return run(() =>
          operations.restoreTo({ noteId: note.id, name }, to, {
            admit,
            by: authorOf(actor),
            conflict: conflict === 'override' ? 'override' : 'fail',
            shown: { source: path, destination },
            check: (relative) => checkInside(actor, destination, [relative]),
          }),
        )
      }
      return { files: inside.filter(isFileName).length, begin }
    })
    return inTurn(actor, locate(actor.mounts, folder), steps)
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

  /** How many files of a part are wanted. */
  function filesIn({ names, noted }: Part): number {
    const wanted = new NamesAbove(names)
    return noted.filter((name) => isFileName(name) && wanted.has(name)).length
  }

  /**
   * What is brought into a folder: what was deleted under its own name, replaced files one by one, with the folders
   * that they lay in.
   */
  function thingsOf(action: TrashAction, part: Part, wanted: string[]): Thing[] {
    const { of, names, noted, things } = part
    if (of.note.kind === 'delete') {
      const single = names.flatMap((name) => (name === '' ? things : [name]))
      return single.map((name) => ({ part, name, as: nameOf(name === '' ? of.path : name) }))
    }
    const [named, all] = [new NamesAbove(names), new NamesAbove(wanted)]
    return noted
      .filter((entry) => named.has(entry))
      .map((name) => {
        const inAction = nameIn(action, of, name)
        const asked = all.first(inAction) ?? ''
        const below = inAction.slice(asked === '' ? 0 : asked.length + 1)
        return {
          part,
          name,
          as: [asked === '' && action.isFile ? nameOf(action.path) : nameOf(asked), below]
            .filter((each) => each !== '')
            .join('/'),
        }
      })
  }

  /** Of each thing what the note has in it, by names relative to the thing. */
  function insideOf(things: Thing[]): Map<Thing, string[]> {
    const inside = new Map<Thing, string[]>(things.map((thing) => [thing, []]))
    for (const [part, own] of Map.groupBy(things, (thing) => thing.part)) {
      const names = new NamesAbove(own.map(({ name }) => name))
      const byName = Map.groupBy(own, ({ name }) => name)
      for (const entry of part.noted) {
        for (const name of names.of(entry)) {
          for (const thing of byName.get(name) ?? [])
            inside.get(thing)?.push(name === '' ? entry : entry.slice(name.length + 1))
        }
      }
    }
    return inside
  }

  async function freePath(actor: Actor, wanted: UserPath, conflict: IntoWish['conflict']): Promise<UserPath> {
    if (conflict !== 'rename') return wanted
    let path = wanted
    for (let number = 1; number < FREE_NAME_TRIES && (await isTaken(actor, path)); number += 1)
      path = numberedPath(wanted, number)
    return path
  }

  const isTaken = (actor: Actor, path: UserPath) =>
    storage.stat(access.authorize(actor, 'read', path)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'notFound') return false
        throw error
      },
    )

  return { here, into, checkInside }
}
