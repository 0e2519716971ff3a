// What pages ask of previews, for people and guests alike.
import type { PreviewSize, PreviewWidth } from '../../../backend/contract/previews.ts'

/** `key` names the file's state, so that a replaced one is asked for anew. */
export interface PreviewForm {
  size: PreviewSize
  width?: PreviewWidth | undefined
  key: string
}

/** A still picture for display, in its own shape. */
export const previewQuery = ({ size, width, key }: PreviewForm) => ({
  inline: true,
  render: true,
  ...(size === 'thumb' ? { fit: 'inside' } : {}),
  ...(width === undefined ? {} : { width }),
  key,
})
