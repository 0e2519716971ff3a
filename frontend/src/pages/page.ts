import type { Locale } from '../../../backend/contract/locales.ts'
import type { PublicSettings } from '../../../backend/contract/settings.ts'
import type { TokenKeeper } from '../lib/token-keeper.ts'

/** What every page starts with. */
export interface PageStart {
  settings: PublicSettings
  keeper: TokenKeeper
  locale: Locale
}
