// How operations stand, for the people who began them.
import type { OperationRecord } from '../../../contract/operations.ts'
import { AppError } from '../../lib/app-error.ts'
import { HELD_WAIT_MS } from '../held.ts'
import { isAliased, type JournalState } from '../journal-state.ts'
import { recordIn } from './records.ts'
import { TURNED_BACK } from './registry.ts'
import type { OperationContext } from './worker.ts'

const RECENT_MS = 60_000

export class Tray {
  readonly #context: Pick<OperationContext, 'core' | 'records' | 'registry'>

  constructor(context: Pick<OperationContext, 'core' | 'records' | 'registry'>) {
    this.#context = context
  }

  async list(userId: number): Promise<OperationRecord[]> {
    const documents = await this.#context.records.ofUser(userId)
    const journal = await this.#context.core.journal.read()
    return documents.map((document) => recordIn(journal, document))
  }

  async recent(): Promise<{ userId: number; record: OperationRecord }[]> {
    const documents = await this.#context.records.since(this.#context.core.now() - RECENT_MS)
    const journal = await this.#context.core.journal.read()
    return documents.map((document) => ({
      userId: document.userId,
      record: recordIn(journal, document),
    }))
  }

  async get(id: string, userId: number): Promise<OperationRecord> {
    const document = await this.#context.records.get(id)
    if (!document || document.userId !== userId) throw new AppError('notFound', 'there is no such operation')
    return recordIn(await this.#context.core.journal.read(), document)
  }

  async cancel(id: string, userId: number): Promise<void> {
    await this.get(id, userId)
    const { records, registry } = this.#context
    const isOutside = (await records.get(id))?.aliveAt !== undefined
    const isStopped = await (isOutside ? records.callOff(id) : registry.cancel(id, TURNED_BACK))
    if (!isStopped) throw new AppError('conflict', 'it has happened already')
    // Whoever turns back what everybody sees looks at once.
    const isSeen = ({ ops }: JournalState) => ops.some((op) => op.id === id && isAliased(op))
    if (!isOutside) await this.#context.core.journal.until((state) => !isSeen(state), HELD_WAIT_MS)
  }
}
