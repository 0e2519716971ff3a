// The addresses of a guest's pictures in different sizes.
import type { PreviewSize, PreviewWidth } from '../../../../backend/contract/previews.ts'
import type { Item } from '../../../../backend/contract/resources.ts'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'
import type { PreviewForm } from '../../api/previews.ts'
import { isPictured, sizedPicture, type SizedPicture, tilePicture } from '../../lib/pictures.ts'
import type { PictureSources } from '../ThumbStore.ts'

export class GuestPictures {
  readonly #settings: PublicSettings
  readonly #previewUrl: (form: PreviewForm & { path: string }) => string
  readonly #originalOf: (item: Item) => string

  /** `previewUrl` and `originalOf`: addresses below the guest's link. */
  constructor(
    settings: PublicSettings,
    previewUrl: (form: PreviewForm & { path: string }) => string,
    originalOf: (item: Item) => string,
  ) {
    this.#settings = settings
    this.#previewUrl = previewUrl
    this.#originalOf = originalOf
  }

  /** The thumbnail of a file; null if there is none. */
  thumbOf(item: Item): string | null {
    const { EnableThumbs, VideoThumbs } = this.#settings
    return EnableThumbs && isPictured(item, VideoThumbs) ? this.#preview('thumb', item) : null
  }

  /** The picture of a gallery, sharp on every screen; `shown` is its width in CSS. Null if there is none. */
  tileOf(item: Item, shown: string): SizedPicture | null {
    if (this.thumbOf(item) === null) return null
    const hasWide = this.#settings.ResizePreview
    return tilePicture((size, width) => this.#preview(size, item, width), item, { shown, hasWide })
  }

  /**
   * All sizes of a picture, or the still frames of a film. The file itself counts as a download, so smaller sizes are
   * used for everything that has them.
   */
  sourcesOf(item: Item): PictureSources {
    const { ResizePreview, VideoThumbs } = this.#settings
    const isBig = ResizePreview && isPictured(item, VideoThumbs)
    return {
      thumb: item.resolution ? this.thumbOf(item) : null,
      big: isBig ? sizedPicture((width) => this.#preview('big', item, width), item.resolution) : null,
      original: this.#originalOf(item),
    }
  }

  #preview(size: PreviewSize, { path, modified, size: bytes }: Item, width?: PreviewWidth): string {
    return this.#previewUrl({ path, size, width, key: `${modified}-${bytes}` })
  }
}
