// Restores deleted items: resolves conflicts, makes the calls, and reports the result.
import { makeAutoObservable, runInAction } from 'mobx'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import { messageOf } from '../api/error-message.ts'
import { ApiError } from '../api/http.ts'
import { createTrashApi, type RestoreWish } from '../api/trash.ts'
import type { Message } from '../i18n/message.ts'
import { childOf, filesUrl, nameOf, parentOf, trashUrl } from '../lib/paths.ts'
import type { Conflict, ConflictChoice } from './dialogs.ts'
import type { Work } from './operations/Work.ts'
import { runAll } from './operations/run-all.ts'
import type { RootStore } from './RootStore.ts'
import type { Toast } from './ToastStore.ts'
import { trashOf } from './TrashStore.ts'
import type { TrashRow } from './trash/rows.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { statesOf, undoByRemoving } from './undo-by-removing.ts'

const AT_ONCE = 4
/** The most paths that the server accepts in one call. */
const PATHS_AT_ONCE = 1000
const HOW = { replace: 'override', keepBoth: 'rename' } as const

/** One call: rows of one action that are treated in the same way. */
interface Step {
  rows: readonly TrashRow[]
  conflict: NonNullable<RestoreWish['conflict']>
}

export class RestoreStore implements Store {
  /** How many are under way, for the warning before leaving. */
  running = 0
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /**
   * Restores rows to where they were, and reports the result in a toast. `override`: even if something else is there by
   * now.
   */
  async run(rows: readonly TrashRow[], conflict: 'fail' | 'override' = 'fail'): Promise<void> {
    const trash = trashOf(this.#root)
    const keys = rows.map(({ key }) => key)
    trash.hide(keys)
    await this.#carryOut(stepsOf(rows, conflict), null)
    trash.unhide(keys)
    this.#leaveWhatIsGone()
  }

  /**
   * Asks for a folder, restores copies into it, and reports the result in a toast.
   * @throws ApiError if the folder cannot be read
   */
  async runElsewhere(rows: readonly TrashRow[]): Promise<void> {
    const destination = await this.#root.ui.ask('chooseFolder', { kind: 'restore', items: [...rows] })
    if (destination === null) return
    const choices = await this.#settle(rows, destination)
    if (choices === null) return
    const alike = Map.groupBy(rows, ({ key }) => choices.get(key))
    const steps = [...alike].flatMap(([choice, group]) =>
      choice === 'skip' ? [] : stepsOf(group, choice === undefined ? 'fail' : HOW[choice]),
    )
    if (steps.length === 0) return
    trashOf(this.#root).selection.clear()
    await this.#carryOut(steps, destination)
  }

  /** Asks about taken names; null if the person cancelled. */
  async #settle(rows: readonly TrashRow[], folder: string): Promise<ReadonlyMap<string, ConflictChoice> | null> {
    const resource = await this.#root.api.resources.get(folder)
    const present = new Map(isFolderResource(resource) ? resource.items.map((item) => [item.name, item]) : [])
    const choices = new Map<string, ConflictChoice>()
    const names = new Set<string>()
    const taken = rows.flatMap((row): { key: string; conflict: Conflict }[] => {
      const there = present.get(row.name)
      // If two restored items have the same name, both are kept.
      if (names.has(row.name)) choices.set(row.key, 'keepBoth')
      names.add(row.name)
      if (choices.has(row.key)) return []
      // The trash does not know when it was last changed.
      return there === undefined
        ? []
        : [{ key: row.key, conflict: { incoming: { ...row, modified: '' }, present: there } }]
    })
    if (taken.length === 0) return choices
    const answers = await this.#root.ui.ask('conflict', {
      kind: 'restore',
      folder,
      conflicts: taken.map(({ conflict }) => conflict),
    })
    if (answers === null) return null
    for (const [index, { key }] of taken.entries()) choices.set(key, answers[index] ?? 'skip')
    return choices
  }

  async #carryOut(steps: readonly Step[], to: string | null): Promise<void> {
    const { tray, listing, usage } = this.#root
    const trash = trashOf(this.#root)
    const rows = steps.flatMap((step) => step.rows)
    const [first] = rows
    if (first === undefined) return
    const { name, isDir } = first
    const folder = to ?? parentOf(first.path)
    const before = await statesOf(this.#root, pathsOf(rows, to)).catch(() => null)
    this.#count(1)
    const back = await runAll(tray, {
      start: {
        kind: 'restore',
        count: rows.length,
        calls: steps.length,
        name,
        folder,
        isDir,
      },
      items: steps,
      atOnce: AT_ONCE,
      // Items for the same name come one after the other: of two deletes of one file the newer comes first and stays.
      laneOf: ({ rows }) => to ?? rows[0]?.note.path,
      run: async (step, work) => ({ rows: step.rows, left: await this.#take(step, { to, work }) }),
      onFailed: (step, error) => this.#tellFailure(step, to, error),
    })
    this.#count(-1)
    const restored = back.flatMap((step) => step.rows)
    const toast = this.#tellSuccess(restored, to)
    // Only what was restored to free places can be removed again.
    const isAlone = before?.size === 0 && steps.every(({ conflict }) => conflict === 'fail')
    if (toast !== null && isAlone && back.every(({ left }) => left === 0))
      await this.#keepUndo(toast, pathsOf(restored, to))
    await Promise.all([trash.refresh(), listing.refresh(), usage.refresh()])
  }

  #count(by: number): void {
    runInAction(() => {
      this.running += by
    })
  }

  async #keepUndo(toast: Pick<Toast, 'id' | 'message'>, paths: readonly string[]): Promise<void> {
    const undo = await undoByRemoving(this.#root, paths)
    if (undo !== null) this.#root.toasts.keepUndo({ message: toast.message, toast: toast.id, undo })
  }

  /** Returns how many items stay in the trash. */
  async #take({ rows, conflict }: Step, { to, work }: { to: string | null; work: Work }): Promise<number> {
    const { api, operations } = this.#root
    const [first] = rows
    if (first === undefined) return 0
    const { operation, left: refused } = await createTrashApi(api.http).restore(
      first.note.id,
      {
        ...(first.below === '' ? {} : { paths: rows.map(({ below }) => below.slice(1)) }),
        ...(to === null ? {} : { to }),
        ...(to === null && conflict === 'fail' ? {} : { conflict }),
      },
      work.id,
    )
    const left = operation === null ? refused : (await operations.wait(operation, work)).left
    if (left > 0) this.#root.toasts.show({ kind: 'bad', message: { key: 'trash.partly', values: { count: left } } })
    return left
  }

  /** Null if nothing was restored. */
  #tellSuccess(rows: readonly TrashRow[], to: string | null): Pick<Toast, 'id' | 'message'> | null {
    const { toasts, selection, navigate } = this.#root
    const [first] = rows
    if (first === undefined) return null
    const folder = to ?? parentOf(first.path)
    const key = to === null ? 'trash.restored' : to === '/' ? 'trash.restoredHome' : 'trash.restoredTo'
    const message: Message = { key, values: { count: rows.length, name: first.name, folder: nameOf(folder) } }
    const id = toasts.success(message, {
      label: 'trash.openFolder',
      run() {
        selection.await(first.name)
        navigate(filesUrl(folder, true))
      },
    })
    return { id, message }
  }

  #tellFailure({ rows, conflict }: Step, to: string | null, error: unknown): void {
    const { toasts, session } = this.#root
    const values = { name: rows[0]?.name ?? '', count: rows.length, reason: messageOf(error) }
    // Its place is taken. An older version is restored above the present one, which goes to the trash. A deleted item
    // goes to another folder, so that the newer one keeps its place.
    const isTaken = to === null && error instanceof ApiError && TAKEN.has(error.code)
    const isOlder = isTaken && conflict === 'fail' && rows[0]?.note.kind === 'replace' && !KIND_CHANGED.has(error.code)
    const anyway = { label: 'trash.restoreAnyway', run: () => this.run(rows, 'override') } as const
    const elsewhere = {
      label: 'trash.restoreTo',
      run: () => this.runElsewhere(rows).catch((cause: unknown) => void toasts.error(cause)),
    } as const
    const mayReplace = isOlder && session.can('modify')
    const action = !isTaken ? {} : mayReplace ? { action: anyway } : session.can('create') ? { action: elsewhere } : {}
    const key = mayReplace ? 'trash.changedSince' : 'trash.restoreFailed'
    toasts.show({ kind: 'bad', message: { key, values }, ...action })
  }

  // The open note may have been restored completely, so that nothing of it is left to show.
  #leaveWhatIsGone(): void {
    const { navigate } = this.#root
    const trash = trashOf(this.#root)
    if (trash.id === null || trash.error?.code !== 'notFound') return
    navigate(trash.note === null || trash.below === '/' ? '/trash' : trashUrl(trash.id), { replace: true })
  }
}

/** The store, created when it is first used. */
export const restoresOf = (root: RootStore): RestoreStore => (root.later.restores ??= new RestoreStore(root))

/** The paths that rows are restored to: their old ones, or those in a folder. */
const pathsOf = (rows: readonly TrashRow[], to: string | null): string[] =>
  rows.map(({ path, name }) => (to === null ? path : childOf(to, name)))

/** The server's answers if something else has taken the place. */
const TAKEN: ReadonlySet<string> = new Set(['conflict', 'isFile', 'isFolder', 'goneMeanwhile'])
/** The same if it is another kind of item, which no version can replace. */
const KIND_CHANGED: ReadonlySet<string> = new Set(['isFile', 'isFolder'])

/** As few calls as possible. */
function stepsOf(rows: readonly TrashRow[], conflict: Step['conflict']): Step[] {
  const byNote = Map.groupBy(rows, ({ note }) => note.id)
  return [...byNote.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / PATHS_AT_ONCE) }, (_, index) => ({
      rows: group.slice(index * PATHS_AT_ONCE, (index + 1) * PATHS_AT_ONCE),
      conflict,
    })),
  )
}
