// Holds a place in the journal for work that no person has asked for.
import { inAttempt } from '../at-work.ts'
import { pathText, type Place } from '../paths.ts'
import type { Engine } from './engine.ts'
import type { ManifestEntry } from './manifests.ts'
import type { OperationContext, Owner } from './worker.ts'

interface Hold {
  at: Place
  /** What it is for; its id ends with this. */
  purpose: 'erase' | 'sweep' | 'aside'
  /** Whether it waits while something overlaps. */
  waits: boolean
  /** A note of the trash that is held as well. */
  note?: string
}

/** Where operations are registered, and the engine that works on them in this process. */
export interface Holding {
  context: OperationContext
  engine: Engine
}

/**
 * Does some work on a place while nothing else may touch it. Does nothing if another operation is at work there and
 * this one does not wait.
 * @throws AppError `locked` after half a minute, `unavailable` while this replica stops, and what the work throws
 */
export async function holdingPlace(
  { context, engine }: Holding,
  { at, purpose, waits, note }: Hold,
  work: (owner: Owner) => Promise<void>,
): Promise<void> {
  const owner = await engine.owner()
  const id = `${context.core.newId()}-${purpose}`
  // Whoever takes it over only closes it: what is left is done by whoever asks again.
  const op = {
    id,
    kind: 'clear',
    src: pathText(at),
    dst: null,
    isFile: false,
    userId: 0,
    state: 'running',
    ...(note !== undefined && { note }),
  } as const
  engine.take(id, owner)
  try {
    if (waits) await context.registry.register(op, owner.lease)
    else if (!(await context.registry.tryRegister(op, owner.lease))) return
    try {
      await inAttempt(owner.attempt, () => work(owner))
    } finally {
      await context.registry.close({ id, owner }, 'running')
    }
  } finally {
    engine.letGo(id, owner)
  }
}

/** The versions that copies under way have pinned. Their sources are not held, so these may be old versions by now. */
export async function pinnedByCopies(context: OperationContext): Promise<ManifestEntry[]> {
  const { ops } = await context.core.journal.read()
  const copies = ops.filter(({ kind, state }) => kind === 'copy' && state === 'copying')
  return (await Promise.all(copies.map(({ id }) => context.work.read(id)))).flatMap((pins) => pins ?? [])
}
