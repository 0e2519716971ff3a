// The files of the household's branding and their limits. Without schemas, so that the page can import it.

export const BRAND_PARTS = ['logo', 'icon', 'css'] as const

export type BrandPart = (typeof BRAND_PARTS)[number]

/** The maximum size of each, in bytes. */
export const BRAND_MAX_BYTES: Readonly<Record<BrandPart, number>> = {
  logo: 1024 * 1024,
  icon: 256 * 1024,
  css: 256 * 1024,
}

/** The maximum side of a picture, in pixels. */
export const BRAND_SIDE_MAX = 4096
