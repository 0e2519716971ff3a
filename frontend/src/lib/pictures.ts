// Which files have previews, and how to show them, judged by their extensions: what a page needs before any request.
import { PREVIEW_WIDTHS, type PreviewSize, type PreviewWidth } from '../../../backend/contract/previews.ts'
import type { Item, Resolution } from '../../../backend/contract/resources.ts'

type Pictured = Pick<Item, 'isDir' | 'type' | 'extension' | 'size'>

const BROWSER_SHOWS = new Set(words('jpg jpeg jfif png apng gif webp avif svg bmp ico'))
const SERVER_DRAWS = new Set(words('jpg jpeg jfif png apng gif webp avif svg bmp tif tiff heic heif'))
/** Animated, or sharp at any size: only the file itself shows it properly. */
const ALWAYS_ITSELF = new Set(words('gif webp apng svg ico'))

function words(text: string): string[] {
  return text.split(' ')
}

const endingOf = ({ extension }: Pictured): string => extension.slice(1).toLowerCase()

/** Whether the server makes a preview of a file. `withVideos`: of films and songs too. */
export function isPictured(item: Pictured, withVideos: boolean): boolean {
  if (item.isDir || item.size === 0) return false
  if (item.type === 'image') return endingOf(item) === '' || SERVER_DRAWS.has(endingOf(item))
  return withVideos && (item.type === 'video' || item.type === 'audio')
}

/** Whether a picture should first be shown in a smaller size. */
export const isReduced = (item: Pictured): boolean => isPictured(item, false) && !ALWAYS_ITSELF.has(endingOf(item))

/** Whether browsers can show a picture directly. One without an extension may be anything. */
export const isShownAsIs = (item: Pictured): boolean => endingOf(item) === '' || BROWSER_SHOWS.has(endingOf(item))

/** The attributes of an `img`. With several widths the browser fetches the one that its screen needs. */
export interface SizedPicture {
  src: string
  srcSet?: string
  sizes?: string
}

/** The narrowest width that is worth a separate request. */
const NARROWEST = 512

/**
 * A picture in all widths up to its own, fitted to the window; in one width if its size is not known. `urlOf`: the
 * address of a preview in a width, or of the default one.
 */
export function sizedPicture(
  urlOf: (width?: PreviewWidth) => string,
  resolution: Resolution | undefined,
): SizedPicture {
  if (!resolution) return { src: urlOf() }
  const { width, height } = resolution
  const longest = Math.max(width, height)
  const enough = PREVIEW_WIDTHS.findIndex((each) => each >= longest)
  const widths = PREVIEW_WIDTHS.slice(0, enough < 0 ? undefined : enough + 1).filter((each) => each >= NARROWEST)
  if (widths.length < 2) return { src: urlOf() }
  return {
    src: urlOf(),
    srcSet: widths.map((each) => `${urlOf(each)} ${Math.round(width * Math.min(1, each / longest))}w`).join(', '),
    sizes: `min(100vw, ${((100 * width) / height).toFixed(2)}vh)`,
  }
}

/** The widths of pictures in tiles. The widest is a preview of the picture, which not every household makes. */
const TILE_WIDTHS = { small: PREVIEW_WIDTHS[0], middle: PREVIEW_WIDTHS[1], wide: PREVIEW_WIDTHS[2] }

/**
 * A picture in the widths for tiles of a grid. `shown`: its width on the screen, in CSS pixels or as a CSS length.
 * `hasWide`: whether the server makes previews in addition to thumbnails.
 */
export function tilePicture(
  urlOf: (size: PreviewSize, width?: PreviewWidth) => string,
  { resolution, type }: Pick<Item, 'resolution' | 'type'>,
  { shown, hasWide }: { shown: number | string; hasWide: boolean },
): SizedPicture {
  const { width = 1, height = 1 } = resolution ?? {}
  const part = width / Math.max(width, height)
  const { small, middle, wide } = TILE_WIDTHS
  const sources: [string, number][] = [
    [urlOf('thumb'), small],
    [urlOf('thumb', middle), middle],
    ...(hasWide && type === 'image' ? [[urlOf('big', wide), wide] satisfies [string, number]] : []),
  ]
  return {
    src: urlOf('thumb'),
    srcSet: sources.map(([url, side]) => `${url} ${Math.max(1, Math.round(side * part))}w`).join(', '),
    sizes: typeof shown === 'number' ? `${Math.ceil(shown)}px` : shown,
  }
}

/** Starts fetching a picture. */
export function fetchPicture({ src, srcSet, sizes }: SizedPicture): HTMLImageElement {
  const picture = new Image()
  // The browser chooses the width as soon as there is an address, so `sizes` comes first.
  if (sizes !== undefined) picture.sizes = sizes
  if (srcSet !== undefined) picture.srcset = srcSet
  picture.src = src
  return picture
}
