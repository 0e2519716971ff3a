// What is done for each kind of operation.
import type { ChangeKind, PendingOperation } from '../journal-state.ts'
import { forgetDeletion } from './deleted-notes.ts'
import type { Holding } from './holding.ts'
import { carryOutPurge, preparePurge } from './purging.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { carryOutRemoval } from './removal.ts'
import { prepareRemoval } from './removal-preparation.ts'
import { carryOutRestore, prepareRestore } from './restoring.ts'
import { carryOutTransfer } from './transfer.ts'
import { prepareTransfer } from './transfer-preparation.ts'
import type { OperationRun } from './worker.ts'

/** Goes on from where the journal says, also after a crash. `onCommit`: it has happened for all readers. */
interface CarriedOut {
  carryOut(run: OperationRun, onCommit: () => void): Promise<Outcome>
  /** Drops what was prepared by an owner that was lost before the operation went on. */
  forget(holding: Holding, op: PendingOperation): Promise<void>
  /** Whether what fails before its commit can be undone. */
  isUndone: boolean
}

/** Step 2: what may refuse it, and what is written down before it goes on. */
interface Prepared<Request> {
  prepare(run: OperationRun, request: Request, onRefused: OnRefused): Promise<JournalEdit>
}

const nothing = async () => undefined
const dropWork: CarriedOut['forget'] = ({ context }, { id }) => context.work.drop([id])

/** The owner that cleared a place is lost. Nothing else is to be done: the writer tries again. */
async function closeCleared(run: OperationRun): Promise<Outcome> {
  await run.context.registry.close(run, 'running')
  return 'done'
}

export const KINDS = {
  move: { prepare: prepareTransfer, carryOut: carryOutTransfer, forget: nothing, isUndone: true },
  copy: { prepare: prepareTransfer, carryOut: carryOutTransfer, forget: dropWork, isUndone: true },
  delete: { prepare: prepareRemoval, carryOut: carryOutRemoval, forget: forgetDeletion, isUndone: false },
  restore: { prepare: prepareRestore, carryOut: carryOutRestore, forget: dropWork, isUndone: false },
  purge: { prepare: preparePurge, carryOut: carryOutPurge, forget: dropWork, isUndone: false },
  clear: { carryOut: closeCleared, forget: nothing, isUndone: false },
} satisfies Record<ChangeKind, CarriedOut & Partial<Prepared<never>>>
