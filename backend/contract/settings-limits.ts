// Defaults and limits of settings. Without schemas, so that the page can import it.

export const HOOK_EVENTS = ['save', 'copy', 'rename', 'upload', 'delete'] as const

export const DEFAULT_CHUNK_SIZE = 10 * 1024 * 1024

export const DEFAULT_RETRY_COUNT = 5

export const DEFAULT_MINIMUM_PASSWORD_LENGTH = 12

export const DEFAULT_RETENTION_DAYS = 30

/** The page's colours; empty follows the system. */
export const THEMES = ['', 'light', 'dark'] as const

/** Whether a text may be the address for reporting problems: an https address, or empty for none. */
export const isReportUrl = (text: string): boolean =>
  text === '' || (text.length <= REPORT_URL_MAX && /^https:\/\/\S+$/.test(text) && URL.canParse(text))
export const REPORT_URL_MAX = 1000
export const BRAND_NAME_MAX = 100

export const RETRY_COUNT_MAX = 1_000

/** A hundred years. */
export const RETENTION_DAYS_MAX = 36_500
