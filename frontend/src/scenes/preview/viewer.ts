import type { ReactNode } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { Swipe } from '../../lib/pan-zoom.ts'
import type { PictureSources } from '../../stores/ThumbStore.ts'
import type { Turning } from './Stage.tsx'

/** The addresses of a file and its previews: in a person's own tree, or through a link. */
export interface FileSource {
  /** `original` is the address of the file itself, as the browser shows it. */
  pictures: PictureSources
  /** A still frame of a film; null for none. */
  poster: string | null
  /** The thumbnail of this file or of one beside it; null for none. */
  thumbOf(item: Item): string | null
  /** The file's tile. */
  tile: ReactNode
  /** The address of one of the item's `subtitles`, as WebVTT. */
  subtitleUrl(path: string): string
  /** Fetches the content of a text file. @throws ApiError */
  readText(): Promise<string>
  /** The key under which this device remembers how far the file was played. */
  memoryKey: string
  /**
   * Fetches the file's bytes.
   * @throws ApiError
   */
  readBytes(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
  /** The addresses of other files in the same tree, by their decoded paths; null if there are no others. */
  beside: Beside | null
  /** The download button, if downloading is allowed. */
  downloadButton: ReactNode
}

export interface Beside {
  /** The address of a file's bytes for the browser. */
  bytesUrl(path: string): string
  /** The address of the page for a file or folder. */
  pageUrl(path: string, isDir: boolean): string
}

/**
 * The props of every viewer. Guests use the same viewers, so none of them uses the root store or the router: a file
 * comes only from its source.
 */
export interface ViewerProps {
  item: Item
  source: FileSource
  /** The files before and after it. */
  turning: Turning
  /** Whether it is on a guest's card of one file, where nothing moves or plays by itself. */
  isCard: boolean
  onSwipe(swipe: Swipe): void
  /** A picture is fully loaded and shown from this address; null if it cannot be shown. */
  onPicture?(url: string | null): void
  /** Starts the slideshow; null if it is not possible. */
  onSlideshow?: (() => void) | null
}
