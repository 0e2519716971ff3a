// Previews of files: their addresses, and those that the server could not make.
import type { Item } from '../../../backend/contract/resources.ts'
import {
  PREVIEW_PIXELS,
  PREVIEW_WIDTHS,
  type PreviewSize,
  type PreviewWidth,
} from '../../../backend/contract/previews.ts'
import { isPictured, isReduced, isShownAsIs, sizedPicture, type SizedPicture, tilePicture } from '../lib/pictures.ts'
import type { Store } from './forgetting.ts'
import type { RootStore } from './RootStore.ts'

/** The addresses of a picture, null if there is no small one. `thumb` keeps the aspect ratio. */
export interface PictureSources {
  thumb: string | null
  big: SizedPicture | null
  original: string
}

/** A picture with fewer bytes is shown directly, if it fits. */
const SMALL_BYTES = 1024 * 1024
/** How many failed addresses are remembered. */
const BROKEN_MAX = 5_000

export class ThumbStore implements Store {
  readonly #root: RootStore
  readonly #broken = new Set<string>()

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#broken.clear()
  }

  /** The small preview of a file; null if there is none. */
  urlOf(item: Item): string | null {
    const { settings, session } = this.#root
    if (!settings.EnableThumbs || !session.can('download') || !isPictured(item, settings.VideoThumbs)) return null
    const url = this.#preview('thumb', item)
    return this.#broken.has(url) ? null : url
  }

  /** The picture of a tile with this width in CSS pixels, sharp on every screen; null if there is none. */
  tileOf(item: Item, shown: number): SizedPicture | null {
    if (this.urlOf(item) === null) return null
    const hasWide = this.#root.settings.ResizePreview
    return tilePicture((size, width) => this.#preview(size, item, width), item, { shown, hasWide })
  }

  /** A still of a video, as large as the stage needs it; null if the server makes none. */
  posterOf(item: Item): string | null {
    const { ResizePreview, VideoThumbs } = this.#root.settings
    return ResizePreview && VideoThumbs && isPictured(item, true) ? this.#preview('big', item) : null
  }

  /** All sizes of a picture. */
  sourcesOf(item: Item): PictureSources {
    const { width = Infinity, height = Infinity } = item.resolution ?? {}
    const big = () => sizedPicture((wide) => this.#preview('big', item, wide), item.resolution)
    const isSmall = item.size <= SMALL_BYTES && Math.max(width, height) <= PREVIEW_PIXELS.big && isShownAsIs(item)
    const widest = PREVIEW_WIDTHS.at(-1)
    const isDrawn = this.#root.settings.ResizePreview && isReduced(item)
    return {
      // Without its size no space could be reserved for the larger one.
      thumb: item.resolution ? this.urlOf(item) : null,
      big: isDrawn && !isSmall ? big() : null,
      // If browsers cannot show the file, zooming uses the widest preview. Its time makes the browser fetch a replaced
      // file again.
      original:
        isDrawn && !isShownAsIs(item)
          ? this.#preview('big', item, widest)
          : `${this.#root.api.resources.rawUrl(item.path, true)}&v=${encodeURIComponent(item.modified)}`,
    }
  }

  /** Remembers that an address has no picture, so that scrolling does not request it again. */
  readonly noteBroken = (url: string): void => {
    if (this.#broken.size >= BROKEN_MAX) this.#broken.clear()
    this.#broken.add(url)
  }

  #preview(size: PreviewSize, { path, modified, size: bytes }: Item, width?: PreviewWidth): string {
    return this.#root.api.resources.previewUrl(path, { size, width, key: `${modified}-${bytes}` })
  }
}
