import type { RootStore } from '../stores/RootStore.ts'
import { savePreference } from './savePreference.ts'

/** Changes the page's language and saves it as the person's preference; '' follows the browser. */
export async function setLocale(root: RootStore, locale: string): Promise<void> {
  const { ui, session, toasts } = root
  ui.setLocale(locale)
  if (session.user === null) return
  try {
    await savePreference(root, session.user, { locale })
  } catch (error) {
    toasts.error(error)
  }
}
