import { settings, type SettingsBody } from '../../../contract/settings.ts'

/**
 * The settings of the first start (api-contract 9 [N]): each person gets a home, and nobody lands in the
 * administrator's.
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
