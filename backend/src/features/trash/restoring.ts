// Restores from the trash: to the original place, or as copies into a folder.
import type { RestoreBody } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import { childOf, locate, parentOf, parseUserPath, type Place, type UserPath } from '../../storage/paths.ts'
import type { Arrival, ChangeOptions, Operations, RunningOperation } from '../../storage/types.ts'
import { type Actor, authorOf } from '../access/actor.ts'
import { actionOf, type PlacedNote, type TrashAction } from './action.ts'
import { countFiles, filesIn, insideOf, type ActionPart, partsOf, type Thing, thingsOf } from './parts.ts'
import type { TrashOptions } from './options.ts'

/** Something else is there now. */
const TAKEN: ReadonlySet<string> = new Set(['conflict', 'isFile', 'isFolder'])
/** Of several items, those refused with these codes stay in the trash and the others are restored. */
const SKIPPED: ReadonlySet<string> = new Set([...TAKEN, 'notFound'])

type Conflict = NonNullable<RestoreBody>['conflict']
/** What to restore of an action; everything without `names`. */
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
 * After the commit, `left` tells how many items could not be restored and stay in the trash. `skipped`: how many of
 * them were known before, which the operation's record does not include.
 */
export type RunningRestore = RunningOperation & { skipped: number; left(): Promise<number> }

/** One operation. `files`: how many stay in the trash where it is refused. */
interface Step {
  files: number
  /** What it would bring. @throws what would refuse it */
  plan(): Promise<Arrival[]>
  begin(): Promise<Begun>
}
type Begun = RunningOperation & Partial<RunningRestore>

const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  error instanceof AppError && codes.has(error.code)
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

export type RestoringOptions = Omit<TrashOptions, 'audit'>

export class Restoring {
  readonly #options: RestoringOptions
  readonly #operations: Operations

  constructor(options: RestoringOptions) {
    this.#options = options
    this.#operations = options.storage.operations
  }

  /** One operation a note; the last one's outcome stands for all, once the others have happened. */
  async here(actor: Actor, action: TrashAction, { names, conflict }: HereWish): Promise<RunningRestore> {
    const { access, tree } = this.#options
    const isPlain = names === undefined && conflict === 'fail'
    const staysUnread = (of: PlacedNote) => isPlain && this.#isOneTree(actor, of)
    const parts = await partsOf(this.#operations, action, { names, staysUnread })
    if (conflict === 'override') access.demand(actor, 'modify')
    for (const { of, noted } of parts) {
      this.#authorize(actor, of)
      tree.checkTree(actor, of.path, noted)
    }
    const steps = parts.map((part) => this.#stepHere(actor, part, conflict))
    // Of two deletes of one name the newer comes first, and stays.
    return this.#inTurn(actor, parts.map(({ of }) => of.note.at)[0], steps)
  }

  #authorize(actor: Actor, { note, path }: PlacedNote): void {
    const own = note.by.userId === actor.userId ? 'read' : 'create'
    this.#options.access.authorize(actor, note.kind === 'replace' ? 'modify' : own, path)
  }

  /**
   * Whether no rule could refuse a part of what was deleted. Where all of it is wanted back, nobody has to know what is
   * in it, and what is still going to the trash need not be there.
   */
  #isOneTree(actor: Actor, { note, path }: PlacedNote): boolean {
    return note.kind === 'delete' && !this.#options.tree.treeCheck(actor, path).asksBelow
  }

  /** A part in its own place, or beside that where something else is there and another name is wished for. */
  #stepHere(actor: Actor, part: ActionPart, conflict: Conflict): Step {
    const { names, isUnread } = part
    const { note } = part.of
    const options = {
      names: names.includes('') ? undefined : names,
      override: conflict === 'override',
      stops: isUnread && note.pending,
    }
    const orBeside = async <T>(work: () => Promise<T>, beside: (steps: Step[]) => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        if (conflict !== 'rename' || !hasCode(error, TAKEN)) throw error
        return beside(this.#stepsBeside(actor, part))
      }
    }
    const restore = async (): Promise<Begun> => {
      const { admit, run } = await this.#options.quotas.admissionTo(actor.userId, note.at)
      return run(() => this.#operations.restore(note.id, authorOf(actor), { ...options, admit }))
    }
    return {
      files: filesIn(part),
      plan: () =>
        orBeside(async () => [await this.#operations.plan({ kind: 'restore', noteId: note.id, options })], planAll),
      begin: () => orBeside(restore, (steps) => this.#inTurn(actor, undefined, steps)),
    }
  }

  /** What has no room in its place comes there under a free name. */
  #stepsBeside(actor: Actor, part: ActionPart): Step[] {
    const { of, names } = part
    const alone = actionOf(of.note.id, [of])
    const folders = Map.groupBy(names, (name) => parentOf(name === '' ? alone.path : childOf(alone.path, name)))
    return [...folders].map(([folder, own]): Step => {
      const wish: IntoWish = { folder, names: own.includes('') ? undefined : own, conflict: 'rename' }
      return {
        files: filesIn({ ...part, names: own }),
        plan: async () => planAll(await this.#stepsInto(actor, alone, wish)),
        begin: () => this.into(actor, alone, wish),
      }
    })
  }

  /** Restores copies into a folder. */
  async into(actor: Actor, action: TrashAction, wish: IntoWish): Promise<RunningRestore> {
    return this.#inTurn(actor, locate(actor.mounts, wish.folder), await this.#stepsInto(actor, action, wish))
  }

  async #stepsInto(actor: Actor, action: TrashAction, { folder, names, conflict }: IntoWish): Promise<Step[]> {
    const { access, tree } = this.#options
    if (conflict === 'override') access.demand(actor, 'modify')
    const parts = await partsOf(this.#operations, action, { names })
    const things = parts.flatMap((part) => thingsOf(action, part, names ?? ['']))
    for (const { of, noted } of new Set(things.map(({ part }) => part))) tree.checkTree(actor, of.path, noted)
    return [...insideOf(things)].map(([thing, inside]) => this.#stepInto(actor, thing, { folder, conflict, inside }))
  }

  /** A copy of one thing in a folder. `inside`: what the note has in it. */
  #stepInto(
    actor: Actor,
    { part, name, as }: Thing,
    { folder, conflict, inside }: Pick<IntoWish, 'folder' | 'conflict'> & { inside: string[] },
  ): Step {
    const { quotas, tree } = this.#options
    const { note, path } = part.of
    const deleted = { noteId: note.id, name }
    const look = async () => {
      const wanted = parseUserPath(childOf(folder, as))
      const destination = conflict === 'rename' ? await tree.freePath(actor, wanted) : wanted
      const to = tree.placeToChange(actor, 'create', destination)
      tree.checkTree(actor, destination, inside)
      const options: Pick<ChangeOptions, 'conflict' | 'check'> = {
        conflict: conflict === 'override' ? 'override' : 'fail',
        check: (relative) => tree.checkTree(actor, destination, [relative]),
      }
      return { destination, to, options }
    }
    return {
      files: countFiles(inside),
      plan: async () => {
        const { to, options } = await look()
        return [await this.#operations.plan({ kind: 'restoreTo', deleted, destination: to, options })]
      },
      begin: async () => {
        const { destination, to, options } = await look()
        const { admit, run } = await quotas.admissionTo(actor.userId, to)
        const shown = { source: path, destination }
        return run(() => this.#operations.restoreTo(deleted, to, { ...options, admit, by: authorOf(actor), shown }))
      },
    }
  }

  /**
   * Runs one operation after another and returns the last. If there is not enough space for all of them, none starts.
   * If some are refused, they are left in the trash; if all are, the error is that of the first.
   */
  async #inTurn(actor: Actor, to: Place | undefined, steps: Step[]): Promise<RunningRestore> {
    if (steps.length > 1 && to) await this.#options.quotas.admitAll(actor.userId, to, () => planAll(steps))
    const refusals: unknown[] = []
    const begun: Begun[] = []
    let refused = 0
    for (const step of steps) {
      await begun.at(-1)?.committed
      const operation = await step.begin().catch((error: unknown) => {
        if (steps.length === 1 || !hasCode(error, SKIPPED)) throw error
        refusals.push(error)
        return null
      })
      if (operation) begun.push(operation)
      else refused += step.files
    }
    const last = begun.at(-1)
    if (last === undefined) throw refusals[0] ?? new AppError('notFound', 'there is nothing to restore')
    const leftOf = async ({ id, left }: Begun) => left?.() ?? (await this.#operations.get(id, actor.userId)).left
    const left = async () => refused + sum(await Promise.all(begun.map(leftOf)))
    return { ...last, skipped: refused + sum(begun.map(({ skipped = 0 }) => skipped)), left }
  }
}

/** What all steps would bring, without those that would be refused and left. */
async function planAll(steps: Step[]): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  for (const step of steps) {
    const planned = await step.plan().catch((error: unknown) => {
      if (!hasCode(error, SKIPPED)) throw error
      return []
    })
    arrivals.push(...planned)
  }
  return arrivals
}
