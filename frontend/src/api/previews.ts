// The query of previews, for people and guests alike.
import type { PreviewSize, PreviewWidth } from '../../../backend/contract/previews.ts'

/** `key` identifies the file's state, so that a replaced file is fetched again. */
export interface PreviewForm {
  size: PreviewSize
  width?: PreviewWidth | undefined
  key: string
}

/** A still picture for display, with its own aspect ratio. */
export const previewQuery = ({ size, width, key }: PreviewForm) => ({
  inline: true,
  render: true,
  ...(size === 'thumb' ? { fit: 'inside' } : {}),
  ...(width === undefined ? {} : { width }),
  key,
})
