import { Link2 } from 'lucide-react'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { copyText } from '../lib/copy-text.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'
import { tellCopied } from './tellCopied.ts'

/** Makes links to the one selected item, and shows the existing ones. */
export const share: Action = {
  id: 'share',
  label: 'share.action',
  icon: Link2,
  shortcuts: [{ key: 'l', alt: true }],
  isAllowed: ({ session }) => session.can('share') && session.can('download'),
  isEnabled: (root) => root.chosen.count === 1 && root.isSelectionMovable,
  async run(root) {
    const item = root.chosen.only
    if (item) await root.ui.ask('share', { item })
  },
}

/** Copies the address of a link to the clipboard, and says whether that worked. */
export const copyLink = (root: RootStore, url: string): Promise<boolean> =>
  tellCopied(root, copyText(url), { key: 'share.copied' })

/** Ends a link, after a question, because it cannot be undone. Returns whether it did. */
export async function stopSharing(root: RootStore, link: ShareLink): Promise<boolean> {
  if ((await root.ui.ask('confirmUnshare', { path: link.path })) === null) return false
  try {
    await root.shares.remove(link.hash)
  } catch (error) {
    root.toasts.error(error)
    return false
  }
  root.toasts.success({ key: 'share.stopped' })
  return true
}
