// What a person chooses among. Without schemas, for the page.

export const VIEW_MODES = ['list', 'mosaic', 'mosaic gallery'] as const

export const SORT_KEYS = ['name', 'size', 'modified'] as const
