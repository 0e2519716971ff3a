import type { ReactNode } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { Swipe } from '../../lib/pan-zoom.ts'
import type { PictureSources } from '../../stores/ThumbStore.ts'
import type { Turning } from './Stage.tsx'

/** Where a file and what is made of it come from: from a person's own tree, or by a link. */
export interface FileSource {
  /** `original` is the address of the file itself, to be shown by the browser. */
  pictures: PictureSources
  /** A still of a film; null for none. */
  poster: string | null
  /** The tile that stands for the file. */
  tile: ReactNode
  /** The address of subtitles as WebVTT, of one of the item's `subtitles`. */
  subtitleUrl(path: string): string
  /** Fetches the text of a text file. @throws ApiError */
  readText(): Promise<string>
  /** The button that downloads the file, where that is allowed. */
  downloadButton: ReactNode
}

/**
 * What every viewer is given. Guests see the same viewers, so none asks for the root store or the router: a file comes
 * from its source alone.
 */
export interface ViewerProps {
  item: Item
  source: FileSource
  /** The files beside it. */
  turning: Turning
  /** On a guest's card of one file: nothing moves or plays by itself. */
  isCard: boolean
  onSwipe(swipe: Swipe): void
}
