// One move or copy: resolves conflicts, makes the changes one after the other, reports the result and offers an undo.
// It is fetched with the first of them.
import type { Item } from '../../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../../backend/contract/resource-kinds.ts'
import { freeName } from '../../../../backend/contract/numbered-names.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import { childOf, isAtOrBelow, nameOf, parentOf } from '../../lib/paths.ts'
import type { Conflict, ConflictChoice } from '../dialogs.ts'
import { bringBack, type Changed, carryOut, type Moved } from '../operations/carry-out.ts'
import type { Work } from '../operations/Work.ts'
import { runAll } from '../operations/run-all.ts'
import type { RootStore } from '../RootStore.ts'
import type { Undo } from '../ToastStore.ts'
import type { Transfer } from '../TransferStore.ts'

interface Step {
  item: Item
  /** What it is to be called there. */
  name: string
  choice: ConflictChoice | null
}

/** The result for one item: its new path (null: the server chose a name), and whether something was replaced. */
interface Outcome extends Omit<Moved, 'to'> {
  to: string | null
  isMerge: boolean
}

interface Failure {
  item: Item
  error: unknown
}

export class TransferRun {
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Makes the changes, and reports the result in a toast. @throws ApiError if it cannot begin */
  async run(transfer: Transfer): Promise<void> {
    const steps = await this.#plan(transfer)
    if (steps !== null) await this.#work(transfer, steps)
  }

  /** Asks about taken names; null if the person cancelled. */
  async #plan({ kind, items, destination }: Transfer): Promise<Step[] | null> {
    const inside = items.find((item) => item.isDir && isAtOrBelow(destination, item.path))
    if (inside !== undefined) {
      this.#root.toasts.show({ kind: 'bad', message: { key: 'transfer.intoItself', values: { name: inside.name } } })
      return null
    }
    const moving = kind === 'move' ? items.filter((item) => parentOf(item.path) !== destination) : items
    if (moving.length === 0) return null
    const present = await this.#presentIn(destination)
    return this.#settle({ kind, destination }, moving, present)
  }

  async #presentIn(folder: string): Promise<ReadonlyMap<string, Item>> {
    const resource = await this.#root.api.resources.get(folder)
    return new Map(isFolderResource(resource) ? resource.items.map((item) => [item.name, item]) : [])
  }

  async #settle(
    { kind, destination }: Pick<Transfer, 'kind' | 'destination'>,
    items: readonly Item[],
    present: ReadonlyMap<string, Item>,
  ): Promise<Step[] | null> {
    const isBesideItself = ({ path }: Item) => kind === 'copy' && parentOf(path) === destination
    const conflicts = items.flatMap((incoming): Conflict[] => {
      if (isBesideItself(incoming)) return []
      const there = present.get(incoming.name)
      return there === undefined ? [] : [{ incoming, present: there }]
    })
    const choices =
      conflicts.length === 0 ? [] : await this.#root.ui.ask('conflict', { kind, folder: destination, conflicts })
    if (choices === null) return null
    const chosen = new Map(conflicts.map(({ incoming }, index) => [incoming.path, choices[index] ?? 'skip']))
    return stepsOf(items, present, (item) => (isBesideItself(item) ? 'keepBoth' : (chosen.get(item.path) ?? null)))
  }

  async #work(transfer: Transfer, steps: readonly Step[]): Promise<void> {
    const failures: Failure[] = []
    const wanted = steps.filter(({ choice }) => choice !== 'skip')
    const [first] = wanted
    if (first === undefined) return
    const { name, isDir } = first.item
    const outcomes = await runAll(this.#root.tray, {
      start: { kind: transfer.kind, count: wanted.length, name, folder: transfer.destination, isDir },
      items: wanted,
      atOnce: 1,
      run: (step, work) => this.#take(transfer, step, work),
      onFailed: ({ item }, error) => failures.push({ item, error }),
    })
    await this.#tell(
      transfer,
      outcomes.filter((outcome) => outcome !== null),
      failures,
    )
  }

  async #take(transfer: Transfer, { item, name, choice }: Step, work: Work): Promise<Outcome | null> {
    const destination = childOf(transfer.destination, name)
    const change: Changed = {
      path: item.path,
      action: transfer.kind === 'move' ? 'rename' : 'copy',
      destination,
      ...(choice === 'replace' ? { override: true } : {}),
    }
    try {
      const operation = await carryOut(this.#root, change, work)
      return { from: item.path, to: destination, operation, isMerge: choice === 'replace' }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict' || choice === 'replace') throw error
      // Somebody used the same name in the meantime: the server finds another one, or the person is asked about it.
      if (choice === 'keepBoth') {
        await carryOut(this.#root, { ...change, rename: true }, work)
        return { from: item.path, to: null, operation: null, isMerge: false }
      }
      const present = await this.#presentIn(transfer.destination)
      const [again] = present.has(item.name) ? ((await this.#settle(transfer, [item], present)) ?? []) : []
      if (again === undefined) throw error
      return again.choice === 'skip' ? null : await this.#take(transfer, again, work)
    }
  }

  async #tell(transfer: Transfer, outcomes: readonly Outcome[], failures: readonly Failure[]): Promise<void> {
    const { toasts } = this.#root
    for (const { item, error } of failures.slice(0, 3)) {
      toasts.show({
        kind: 'bad',
        message: {
          key: transfer.kind === 'move' ? 'transfer.moveFailed' : 'transfer.copyFailed',
          values: { name: item.name, reason: messageOf(error) },
        },
      })
    }
    const first = outcomes[0]
    if (first === undefined) return
    const values = { count: outcomes.length, name: nameOf(first.from), folder: nameOf(transfer.destination) }
    const key =
      `transfer.${transfer.kind === 'move' ? 'moved' : 'copied'}${transfer.destination === '/' ? 'Home' : ''}` as const
    const undo = await this.#undoOf(transfer, outcomes)
    if (undo === null) toasts.success({ key, values })
    else toasts.undoable({ key, values }, undo)
  }

  /** Null if it cannot be worked out from the state before, for example after a merge. */
  async #undoOf(transfer: Transfer, outcomes: readonly Outcome[]): Promise<Undo | null> {
    const { listing, later } = this.#root
    const made = outcomes.flatMap(({ to, isMerge }) => (to === null || isMerge ? [] : [to]))
    if (made.length < outcomes.length) return null
    const after = () => Promise.all([listing.refresh(), later.search?.refresh()])
    if (transfer.kind === 'move') return { run: () => this.#moveBack(transfer, outcomes), after }
    const part = await import('../undo-by-removing.ts').catch(() => null)
    return part && (await part.undoByRemoving(this.#root, made))
  }

  async #moveBack({ destination, isNewFolder }: Transfer, outcomes: readonly Outcome[]): Promise<undefined> {
    for (const { from, to, operation } of outcomes)
      if (to !== null) await bringBack(this.#root, { from, to, operation })
    if (isNewFolder === true && (await this.#presentIn(destination)).size === 0)
      await this.#root.api.resources.remove(destination)
  }
}

/** What to do with each item. An item that is kept beside another one gets a free name. */
function stepsOf(
  items: readonly Item[],
  present: ReadonlyMap<string, Item>,
  choose: (item: Item) => ConflictChoice | null,
): Step[] {
  const taken = new Set(present.keys())
  return items.map((item) => {
    const choice = choose(item)
    const name = choice === 'keepBoth' ? freeName(item.name, (candidate) => taken.has(candidate)) : item.name
    taken.add(name)
    return { item, name, choice }
  })
}
