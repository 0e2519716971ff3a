// Renames several items as one change that can be undone.
import { messageOf } from '../api/error-message.ts'
import { nameOf } from '../lib/paths.ts'
import { type Rename, stepsOf, undoOf } from '../lib/rename-plan.ts'
import { carryOut } from '../stores/operations/carry-out.ts'
import { runAll } from '../stores/operations/run-all.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** How many are renamed at a time, if none has to wait for the name of another one. */
const AT_ONCE = 4
/** The most failures that get a message each. */
const FAILURES_MAX = 3

/**
 * Renames items and reports the result. Nothing is replaced: a name that has been taken in the meantime is refused.
 * Never throws.
 */
export const renameMany = (root: RootStore, wish: BatchWish): Promise<void> =>
  // Pages hear of names before the answer comes: an undo then means these.
  root.toasts.during(renameAll(root, wish))

interface BatchWish {
  renames: readonly Rename[]
  isTaken(path: string): boolean
}

async function renameAll(root: RootStore, { renames, isTaken }: BatchWish): Promise<void> {
  const { toasts } = root
  const steps = await take(root, { steps: stepsOf(renames, isTaken), count: renames.length })
  const wanted = new Set(renames.map(({ to }) => to))
  const count = steps.filter(({ to }) => wanted.has(to)).length
  if (count > 0)
    toasts.undoable(
      { key: 'dialog.batchRename.done', values: { count } },
      {
        run: async () => {
          const back = undoOf(steps)
          const done = await take(root, { steps: back, count })
          return done.length === back.length
            ? undefined
            : { key: 'dialog.batchRename.notBack', values: { count: back.length - done.length } }
        },
        after: () =>
          refresh(
            root,
            renames.map(({ from }) => from),
          ),
      },
    )
  await refresh(root, [...wanted])
}

/** Carries out the steps in order. Returns those that succeeded, in the same order. */
async function take(root: RootStore, { steps, count }: { steps: readonly Rename[]; count: number }): Promise<Rename[]> {
  const { toasts, tray } = root
  const [first] = steps
  if (first === undefined) return []
  const before = new Set(steps.map(({ from }) => from))
  const isChained = steps.some(({ to }) => before.has(to))
  let failures = 0
  return runAll(tray, {
    start: { kind: 'rename', count, calls: steps.length, name: nameOf(first.from), folder: '', isDir: false },
    items: steps,
    atOnce: isChained ? 1 : AT_ONCE,
    run: async (step, work) => {
      await carryOut(root, { path: step.from, action: 'rename', destination: step.to }, work)
      return step
    },
    onFailed: ({ from }, error) => {
      failures += 1
      if (failures > FAILURES_MAX) return
      const values = { name: nameOf(from), reason: messageOf(error) }
      toasts.show({ kind: 'bad', message: { key: 'dialog.batchRename.failed', values } })
    },
  })
}

/** Refreshes the screen, and selects the renamed items. */
async function refresh({ listing, later, chosen }: RootStore, paths: readonly string[]): Promise<void> {
  await Promise.all([listing.refresh(), later.search?.refresh()])
  const wanted = new Set(paths)
  chosen.pickWhere(({ path }) => wanted.has(path))
}
