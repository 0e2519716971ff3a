import type { Message } from '../i18n/message.ts'
import { copyText } from '../lib/copy-text.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Copies a text to the system clipboard, and says in a toast whether that worked. */
export async function copyAndTell({ toasts }: RootStore, text: string, done: Message): Promise<void> {
  const copied = await copyText(text)
  if (copied === 'done') toasts.success(done)
  else toasts.show({ kind: 'bad', message: { key: `clipboard.${copied}` } })
}
