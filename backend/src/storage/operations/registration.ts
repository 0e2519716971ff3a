// How an operation begins: it is registered, prepared, and goes on; what is refused leaves no trace.
import { AppError } from '../../lib/app-error.ts'
import { inAttempt } from '../at-work.ts'
import { held } from '../held.ts'
import type { JournalState, PendingOperation } from '../journal-state.ts'
import type { Holding } from './holding.ts'
import { OperationProgress } from './progress.ts'
import type { JournalEdit, NewOperation } from './registry.ts'
import { isFenced, type OperationRun } from './worker.ts'

/** Registers what takes back what was prepared, once an operation is refused and closed. The last one goes first. */
export type OnRefused = (takeBack: (holding: Holding) => Promise<void>) => void

/** An operation that is to begin. */
export interface Beginning {
  op: NewOperation
  /** Step 2: checks it and writes down what it needs; answers how it goes on in the journal. */
  prepare(run: OperationRun, onRefused: OnRefused): Promise<JournalEdit>
  /** Asked while the operation waits for others; throws where what these will do refuses it already. */
  takenNow?: ((state: JournalState) => void) | undefined
}

/**
 * Registers an operation, prepares it, and has it go on.
 * @throws AppError `locked` after half a minute, `unavailable`, and what `prepare` throws
 */
export async function registerPrepared(
  holding: Holding,
  { op, prepare, takenNow }: Beginning,
): Promise<{ run: OperationRun; op: PendingOperation }> {
  const { context, engine } = holding
  const { id, kind } = op
  const owner = await engine.owner()
  const run: OperationRun = { context, owner, id, kind, progress: new OperationProgress(context.records, id) }
  const prepared: Parameters<OnRefused>[0][] = []
  engine.take(id, owner)
  try {
    await context.registry.register(op, owner.lease, takenNow)
    try {
      const edit = await inAttempt(owner.attempt, () => prepare(run, (takeBack) => void prepared.unshift(takeBack)))
      const pending = await goOn(run, edit)
      // Whoever is answered may ask for its record at once, of any replica.
      await run.progress.begun
      return { run, op: pending }
    } catch (error) {
      await context.registry.close(run, 'refused')
      for (const takeBack of prepared) await takeBack(holding)
      throw isFenced(error) ? tooLate(error) : error
    }
  } catch (error) {
    engine.letGo(id, owner)
    throw error
  }
}

async function goOn(run: OperationRun, edit: JournalEdit): Promise<PendingOperation> {
  let changed: PendingOperation | undefined
  await run.context.registry.step(run, (op, draft) => {
    const isChanged = edit(op, draft)
    changed = isChanged ? { ...op } : undefined
    return isChanged
  })
  if (!changed) throw held()
  return changed
}

const tooLate = (cause: unknown): AppError =>
  new AppError('unavailable', 'it took too long to begin; nothing was done', { cause, retryAfter: 5 })
