// Files of a folder that is moved for which somebody waits: the owner brings them first, so that they belong to the
// move no more (tests/model: "one file before the others").
import { isCommitted, type PendingOperation } from '../journal-state.ts'
import { placeOfText } from '../paths.ts'
import { removeByDepth } from './copied-removal.ts'
import { hasCopy, targetOf } from './copies.ts'
import { copyNamed } from './missing-copies.ts'
import { keyIn, type Stack, stacksAt } from './stacks.ts'
import type { OperationRound } from './worker.ts'

/** Settles the names that somebody waits for by now; answers all that are settled, null for a move to turn back. */
export async function settleUrgent(round: OperationRound): Promise<ReadonlySet<string> | null> {
  const { registry } = round.context
  for (;;) {
    const op = await registry.mine(round)
    if (op?.cancel) return null
    const [name] = op?.urgent ?? []
    if (!op || name === undefined || !isCommitted(op)) return new Set(op?.settled)
    await settle({ ...round, op }, name)
  }
}

/** One step at a time, so that a late upload of the name is seen: copies, else removes what has its copy, else ends. */
async function settle(round: OperationRound, name: string): Promise<void> {
  const { context, op } = round
  await context.core.failpoints.at('alias.settles', `${op.dst}/${name}`)
  const [source, there] = await stacksOf(round, name)
  if (op.state === 'aliased' && (await copyNamed(round, source, there))) return
  const versions = source.versions.filter((version) => !version.isMarker && hasCopy(op, there, version))
  if (versions.length > 0) return removeByDepth(round, { bucket: bucketOf(op), keys: [{ key: source.key, versions }] })
  await context.registry.step(round, (now) => {
    if (!isCommitted(now) || !context.core.rules.isAsLate(now, op)) return null
    now.urgent = now.urgent?.filter((one) => one !== name)
    now.settled = [...(now.settled ?? []), name]
    return true
  })
}

const bucketOf = ({ src }: PendingOperation): string => placeOfText(src ?? '').bucket

/** The versions of a name where it was, and then in its new place: bytes travel in this order. */
async function stacksOf({ context, op }: OperationRound, name: string): Promise<[Stack, Stack]> {
  const stackAt = async (end: string | null): Promise<Stack> => {
    const target = targetOf(end ?? '', op)
    const [stack] = await stacksAt(context.core, [{ bucket: target.at.bucket, key: keyIn(target, name) }])
    if (!stack) throw new Error('a key without a stack')
    return { ...stack, name }
  }
  return [await stackAt(op.src), await stackAt(op.dst)]
}
