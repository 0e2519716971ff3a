// The choices of a person's preferences. Without schemas, so that the page can import it.

export const VIEW_MODES = ['list', 'mosaic', 'mosaic gallery'] as const

export const SORT_KEYS = ['name', 'size', 'modified'] as const

export const FOLDER_GROUPS = ['none', 'kind', 'date', 'letter'] as const

/** The widths of a tile that a person may choose, in pixels. */
export const TILE_PIXELS = { least: 120, usual: 280, most: 520 } as const
