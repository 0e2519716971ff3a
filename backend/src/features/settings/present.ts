// The settings that the page gets. Each key is listed here, so that nothing else gets out.
import type { BrandingRecord } from '../../../contract/branding.ts'
import type { PublicSettings, Settings } from '../../../contract/settings.ts'
import type { Config } from '../../config.ts'

/** What the page's configuration is made from, besides the settings. */
export interface PublicFacts {
  config: Config
  version: string
  brand: BrandingRecord
  canRestore: boolean
  hasStills: boolean
}

/** The configuration object of the page. */
export function publicSettings(
  settings: Settings,
  { config, version, brand, canRestore, hasStills }: PublicFacts,
): PublicSettings {
  const isOpen = config.AUTH_METHOD === 'noauth'
  const hasCaptcha = config.RECAPTCHA_KEY !== '' && !isOpen
  return {
    Name: settings.branding.name,
    BaseURL: config.BASE_URL,
    StaticURL: `${config.BASE_URL}/static`,
    Version: version,
    Theme: settings.branding.theme,
    Color: settings.branding.color,
    CSS: brand.css !== null,
    LogoURL: brand.logo?.address ?? '',
    IconURL: brand.icon?.address ?? '',
    StyleURL: brand.css?.address ?? '',
    DisableExternal: settings.branding.disableExternal,
    ReportURL: settings.branding.reportUrl,
    DisableUsedPercentage: settings.branding.disableUsedPercentage,
    Signup: settings.signup,
    MinimumPasswordLength: settings.minimumPasswordLength,
    NoAuth: isOpen,
    AuthMethod: config.AUTH_METHOD,
    LoginPage: !isOpen,
    LogoutPage: '/login',
    HideLoginButton: settings.hideLoginButton,
    ReCaptcha: hasCaptcha,
    ...(hasCaptcha ? { ReCaptchaHost: config.RECAPTCHA_HOST, ReCaptchaKey: config.RECAPTCHA_KEY } : {}),
    EnableThumbs: config.ENABLE_THUMBS,
    ResizePreview: config.RESIZE_PREVIEW,
    VideoThumbs: config.ENABLE_THUMBS && hasStills,
    EnableExec: config.ENABLE_EXEC,
    TusSettings: settings.tus,
    SharedFolder: config.SHARED_FOLDER,
    RetentionDays: canRestore ? settings.retentionDays : -1,
  }
}
