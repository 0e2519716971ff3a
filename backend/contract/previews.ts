// Thumbnails and previews of files: `GET /api/preview/{size}{path}`.

/** `thumb` fills a square, `big` fits into one. */
export const PREVIEW_SIZES = ['thumb', 'big'] as const
export type PreviewSize = (typeof PREVIEW_SIZES)[number]

/** The side of that square, in pixels. A `thumb` is enlarged if necessary, a `big` never. */
export const PREVIEW_PIXELS: Record<PreviewSize, number> = { thumb: 256, big: 1080 }

/** Other sides that pages may ask for, for screens of every density. */
export const PREVIEW_WIDTHS = [256, 512, 1080, 1600, 2560, 3840] as const
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number]

/** The widest `thumb`: a larger one would be as good as the file, and a link may limit how often that is seen. */
export const THUMB_WIDTH_MAX = 512

/** Pictures with a longer side than this many pixels are not rendered (413). */
export const PICTURE_SIDE_MAX = 10_000

/** Nor are pictures that take more bytes when decoded (413): width × height × channels × bytes per channel. */
export const PICTURE_BYTES_MAX = 256 * 1024 * 1024
