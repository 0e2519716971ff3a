// Undoes a deletion. Fetched when it is first used.
import { createTrashApi } from '../api/trash.ts'
import type { Message } from '../i18n/message.ts'
import { runLimited } from '../lib/run-limited.ts'
import type { RootStore } from '../stores/RootStore.ts'

const AT_ONCE = 4

/** Returns a message if not everything was restored. */
export async function restoreNotes(
  { api, operations }: RootStore,
  notes: ReadonlySet<string>,
): Promise<Message | undefined> {
  const left = await runLimited(notes, AT_ONCE, async (note) => {
    const { operation, left } = await createTrashApi(api.http).restore(note)
    return operation === null ? left : (await operations.wait(operation)).left
  })
  const count = left.reduce((sum, one) => sum + one, 0)
  return count === 0 ? undefined : { key: 'trash.partly', values: { count } }
}
