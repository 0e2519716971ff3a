import type { ShareLink } from '../../../backend/contract/shares.ts'
import { linkListsOf } from '../stores/LinkListsStore.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Ends a link, after a question, because it cannot be undone. Returns whether it did. */
export async function stopSharing(root: RootStore, link: ShareLink): Promise<boolean> {
  if ((await root.ui.ask('confirmUnshare', { path: link.path })) === null) return false
  try {
    await linkListsOf(root).remove(link.hash)
  } catch (error) {
    root.toasts.error(error)
    return false
  }
  root.toasts.success({ key: 'share.stopped' })
  return true
}
