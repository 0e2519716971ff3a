// Holding a place in the journal while something is done there that is no person's operation.
import { inAttempt } from '../at-work.ts'
import { pathText, type Place } from '../paths.ts'
import type { Engine } from './engine.ts'
import type { ManifestEntry } from './manifests.ts'
import type { OperationContext, Owner } from './worker.ts'

export interface Hold {
  at: Place
  /** What it is for, as its id ends. */
  purpose: 'erase' | 'sweep' | 'aside'
  /** Whether it waits while something overlaps. */
  waits: boolean
  /** A note of the trash that is held as well. */
  note?: string
}

/** Where operations are registered, and who has them in hand here. */
export interface Holding {
  context: OperationContext
  engine: Engine
}

/**
 * Does some work on a place while nothing else may touch it; nothing where something is at work there already and it
 * does not wait for that.
 * @throws AppError `locked` after half a minute, `unavailable` while this replica stops, and what the work throws
 */
export async function holdingPlace(
  { context, engine }: Holding,
  { at, purpose, waits, note }: Hold,
  work: (owner: Owner) => Promise<void>,
): Promise<void> {
  const owner = await engine.owner()
  const id = `${context.core.newId()}-${purpose}`
  // Who takes it over just closes it: what is done is done, and the rest is done by who asks again.
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

/** What copies under way have pinned: their sources are free, and may be old by now. */
export async function pinnedByCopies(context: OperationContext): Promise<ManifestEntry[]> {
  const { ops } = await context.core.journal.read()
  const copies = ops.filter(({ kind, state }) => kind === 'copy' && state === 'copying')
  return (await Promise.all(copies.map(({ id }) => context.work.read(id)))).flatMap((pins) => pins ?? [])
}
