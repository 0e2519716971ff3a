// Small pictures of files: `GET /api/preview/{size}{path}`.

/** `thumb` fills a square, `big` fits in one. */
export const PREVIEW_SIZES = ['thumb', 'big'] as const
export type PreviewSize = (typeof PREVIEW_SIZES)[number]

/** Pixels a side. A `thumb` is enlarged if need be, a `big` never. */
export const PREVIEW_PIXELS: Record<PreviewSize, number> = { thumb: 256, big: 1080 }

/** A picture with more pixels a side is not rendered (413). */
export const PICTURE_SIDE_MAX = 10_000

/** Nor is one of more bytes unpacked (413): width by height by channels by the bytes of a number. */
export const PICTURE_BYTES_MAX = 256 * 1024 * 1024
