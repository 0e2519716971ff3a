import type { Message } from '../i18n/message.ts'
import type { Copied } from '../lib/copy-text.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Says in a toast whether a text is on the system clipboard, once that is known. Returns whether it is. */
export async function tellCopied({ toasts }: RootStore, copying: Promise<Copied>, done: Message): Promise<boolean> {
  const copied = await copying
  if (copied === 'done') toasts.success(done)
  else toasts.show({ kind: 'bad', message: { key: `clipboard.${copied}` } })
  return copied === 'done'
}
