// Holds all changes of a household back for a moment, so that the database and the listing of the buckets tell of the
// same time. Writers and new operations wait for the end of a record in the journal, as they do for any operation;
// those under way go on. If this process dies, other replicas close the record when its lease has run out.
import type { StorageCore } from '../core.ts'
import { hasRoom, type JournalState, type PendingOperation } from '../journal-state.ts'

/** The longest time for which anybody waits, with some reserve below ten seconds for the release itself. */
const HOLD_MAX_MS = 8_500

interface Hold {
  /** The journal as it was when changes began to wait. */
  journal: JournalState
  /** Lets changes go on, if they do not already. @throws what the database says */
  release(): Promise<void>
  /** For how long they waited, once they go on. */
  heldMs(): number
}

/** Holds changes in these buckets, or in as many as the journal has room for, until the release or ten seconds. */
export async function holdChanges(
  { journal, leases, newId, now }: StorageCore,
  buckets: readonly string[],
): Promise<Hold> {
  const { id: owner } = await leases.hold()
  const ids = new Set<string>()
  const before = await journal.change((draft) => {
    const state = structuredClone(draft)
    ids.clear()
    for (const bucket of buckets) {
      if (!hasRoom(draft)) break
      const id = `${newId()}-backup`
      ids.add(id)
      draft.ops.push(recordOf({ id, owner, src: bucket, since: draft.rev }))
    }
    return state
  })
  if (before === null) throw new Error('the journal could not be changed')
  return releasing(before, () =>
    journal.change((draft) => {
      closeIn(draft, ids, now())
      return true
    }),
  )
}

/** Closes the records as what never began: replicas that follow the journal need not look at these buckets again. */
function closeIn(draft: JournalState, ids: ReadonlySet<string>, closedAt: number): void {
  const own = draft.ops.filter(({ id }) => ids.has(id))
  draft.ops = draft.ops.filter(({ id }) => !ids.has(id))
  for (const { id, kind, src, dst, isFile, since } of own)
    draft.closed.push({ id, kind, src, dst, isFile, since, how: 'refused', closedAt })
}

const recordOf = (record: Pick<PendingOperation, 'id' | 'owner' | 'src' | 'since'>): PendingOperation => ({
  ...record,
  kind: 'clear',
  dst: null,
  isFile: false,
  merge: false,
  state: 'running',
  late: 0,
  cancel: false,
  userId: 0,
})

function releasing(journal: JournalState, close: () => Promise<unknown>): Hold {
  const begun = performance.now()
  let heldMs = 0
  let closing: Promise<unknown> | undefined
  const release = async () => {
    clearTimeout(timer)
    closing ??= close().finally(() => {
      heldMs = performance.now() - begun
    })
    await closing
  }
  // Whoever releases it in the end gets the error.
  const timer = setTimeout(() => void release().catch(() => undefined), HOLD_MAX_MS)
  return { journal, release, heldMs: () => heldMs }
}
