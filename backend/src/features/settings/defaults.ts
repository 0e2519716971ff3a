import { BROWSER_LOCALE } from '../../../contract/locales.ts'
import { settings, type SettingsBody } from '../../../contract/settings.ts'

/**
 * The settings of the first start: each person gets a home folder, and nobody ends up in the administrator's. The page
 * is in the language of the browser.
 */
export function firstSettings(): SettingsBody {
  return settings.parse({
    hideLoginButton: true,
    createUserDir: true,
    userHomeBasePath: '/',
    defaults: {
      locale: BROWSER_LOCALE,
      perm: { execute: true, create: true, rename: true, modify: true, delete: true, share: true, download: true },
    },
  })
}
