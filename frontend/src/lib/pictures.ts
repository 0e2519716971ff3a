// Which files become pictures, and of what kind, by their endings: what a page has to know before it asks.
import type { Item } from '../../../backend/contract/resources.ts'

type Pictured = Pick<Item, 'isDir' | 'type' | 'extension' | 'size'>

const BROWSER_SHOWS = new Set(words('jpg jpeg jfif png apng gif webp avif svg bmp ico'))
const SERVER_DRAWS = new Set(words('jpg jpeg jfif png apng gif webp avif svg bmp tif tiff'))
/** What moves, or is sharp in any size: only the file itself shows it as it is. */
const ALWAYS_ITSELF = new Set(words('gif webp apng svg ico'))

function words(text: string): string[] {
  return text.split(' ')
}

const endingOf = ({ extension }: Pictured): string => extension.slice(1).toLowerCase()

/** Whether the server makes a small picture of a file. `withVideos`: of films and songs too. */
export function isPictured(item: Pictured, withVideos: boolean): boolean {
  if (item.isDir || item.size === 0) return false
  if (item.type === 'image') return endingOf(item) === '' || SERVER_DRAWS.has(endingOf(item))
  return withVideos && (item.type === 'video' || item.type === 'audio')
}

/** Whether a picture is better looked at in a smaller size first. */
export const isReduced = (item: Pictured): boolean => isPictured(item, false) && !ALWAYS_ITSELF.has(endingOf(item))

/** Whether browsers show a picture as it is; one without an ending may be any. */
export const isShownAsIs = (item: Pictured): boolean => endingOf(item) === '' || BROWSER_SHOWS.has(endingOf(item))
