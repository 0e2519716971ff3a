// The choices of a person's preferences. Without schemas, so that the page can import it.

export const VIEW_MODES = ['list', 'mosaic', 'mosaic gallery'] as const

export const SORT_KEYS = ['name', 'size', 'modified'] as const

export const FOLDER_GROUPS = ['none', 'kind', 'date', 'letter'] as const

/** The least width of a tile, in pixels, as a person may choose it. */
export const TILE_PIXELS = { least: 120, usual: 280, most: 520 } as const
