import { operationsCalls } from '../../contract/calls/history.ts'
import type { RunningOperation } from '../storage/types.ts'
import { prefixOf } from './asked.ts'
import type { AppContext } from './route.ts'

const OPERATIONS = prefixOf(operationsCalls.get)

/** Whether the client wants an answer before the work is done (RFC 7240 section 4.1). */
const prefersAsync = (ctx: AppContext): boolean =>
  ctx
    .get('Prefer')
    .split(',')
    .some((preference) => preference.trim().toLowerCase() === 'respond-async')

/**
 * Answers for an operation: 200 (or what `happened` says) after its commit, or 202 with its `Location` for `Prefer:
 * respond-async`.
 * @throws the error if the operation was refused before its commit
 */
export async function answerOperation(
  ctx: AppContext,
  running: RunningOperation,
  { baseUrl, happened = 200 }: { baseUrl: string; happened?: number },
): Promise<void> {
  if (prefersAsync(ctx)) {
    // Its record tells the result; nobody waits for it here.
    running.committed.catch(() => undefined)
    ctx.set({ Location: `${baseUrl}${OPERATIONS}${running.id}`, 'Preference-Applied': 'respond-async' })
    ctx.status = 202
    return
  }
  await running.committed
  ctx.status = happened
}
