import type { PublicSettings, Settings } from '../../../backend/contract/settings.ts'
import { DEFAULT_MINIMUM_PASSWORD_LENGTH } from '../../../backend/contract/settings-limits.ts'
import type { Http } from './http.ts'

declare global {
  interface Window {
    // Written into the page by the server (api-contract 13).
    Nido?: PublicSettings
  }
}

/** The product's name if the household has not chosen another one. */
export const USUAL_NAME = 'Nido'

const WITHOUT_SERVER: PublicSettings = {
  Name: USUAL_NAME,
  BaseURL: '',
  StaticURL: '/static',
  Version: '',
  Theme: '',
  Color: '',
  CSS: false,
  LogoURL: '',
  IconURL: '',
  StyleURL: '',
  DisableExternal: false,
  ReportURL: '',
  DisableUsedPercentage: false,
  Signup: false,
  MinimumPasswordLength: DEFAULT_MINIMUM_PASSWORD_LENGTH,
  NoAuth: false,
  AuthMethod: 'json',
  LoginPage: true,
  LogoutPage: '/login',
  HideLoginButton: false,
  ReCaptcha: false,
  EnableThumbs: false,
  ResizePreview: false,
  VideoThumbs: false,
  EnableExec: false,
  TusSettings: { chunkSize: 10 * 1024 * 1024, retryCount: 5 },
  SharedFolder: '',
  RetentionDays: 30,
}

/** The settings that came with the page. Vite's own server sends none, so the page gets the defaults there. */
export function readPublicSettings(): PublicSettings {
  const settings = { ...WITHOUT_SERVER, ...window.Nido }
  return { ...settings, Name: settings.Name || USUAL_NAME }
}

/** The settings of the household, for administrators (api-contract 9). */
export function createSettingsApi(http: Http) {
  return {
    get: () => http.json<Settings>('GET', '/api/settings'),
    /** Replaces all. */
    async put(settings: Settings): Promise<void> {
      await http.request('PUT', '/api/settings', { json: settings })
    },
  }
}
