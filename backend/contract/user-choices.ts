// The choices of a person's preferences. Without schemas, so that the page can import it.

export const VIEW_MODES = ['list', 'mosaic', 'mosaic gallery'] as const

export const SORT_KEYS = ['name', 'size', 'modified'] as const
