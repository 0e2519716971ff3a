// What settings begin with, and how far they may go. Without schemas, for the page.

export const HOOK_EVENTS = ['save', 'copy', 'rename', 'upload', 'delete'] as const

export const DEFAULT_CHUNK_SIZE = 10 * 1024 * 1024

export const DEFAULT_RETRY_COUNT = 5

export const DEFAULT_MINIMUM_PASSWORD_LENGTH = 12

export const DEFAULT_RETENTION_DAYS = 30

/** The page's colours; empty: as the system has it. */
export const THEMES = ['', 'light', 'dark'] as const

export const BRAND_NAME_MAX = 100

export const RETRY_COUNT_MAX = 1_000

/** A hundred years. */
export const RETENTION_DAYS_MAX = 36_500
