import type { ShareLink } from '../../../backend/contract/shares.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Asks for how long a link that has ended is to work again, and makes it. */
export async function extendLink(root: RootStore, link: ShareLink): Promise<void> {
  if ((await root.ui.ask('extendLink', { link })) !== null) root.toasts.success({ key: 'links.extended' })
}
