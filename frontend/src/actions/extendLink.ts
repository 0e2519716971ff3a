import type { ShareLink } from '../../../backend/contract/shares.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Asks how long an ended link should work again, and extends it. */
export async function extendLink(root: RootStore, link: ShareLink): Promise<void> {
  if ((await root.ui.ask('extendLink', { link })) !== null) root.toasts.success({ key: 'links.extended' })
}
