import { settings, type SettingsBody } from '../../../contract/settings.ts'

/**
 * The settings of the first start: each person gets a home folder, and nobody ends up in the administrator's.
 */
export function firstSettings(): SettingsBody {
  return settings.parse({
    hideLoginButton: true,
    createUserDir: true,
    userHomeBasePath: '/',
    defaults: {
      perm: { execute: true, create: true, rename: true, modify: true, delete: true, share: true, download: true },
    },
  })
}
