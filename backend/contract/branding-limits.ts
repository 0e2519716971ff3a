// The parts of the household's own look, and how large they may be. Without schemas, for the page.

export const BRAND_PARTS = ['logo', 'icon', 'css'] as const

export type BrandPart = (typeof BRAND_PARTS)[number]

/** Bytes of each at most. */
export const BRAND_MAX_BYTES: Readonly<Record<BrandPart, number>> = {
  logo: 1024 * 1024,
  icon: 256 * 1024,
  css: 256 * 1024,
}

/** Pixels of a side of a picture at most. */
export const BRAND_SIDE_MAX = 4096
