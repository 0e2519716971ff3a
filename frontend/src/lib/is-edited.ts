import type { Item } from '../../../backend/contract/resources.ts'
import { TEXT_CONTENT_MAX_BYTES } from '../../../backend/contract/limits.ts'

/** Files that open in a viewer first, because it is easier to read than the source. */
const VIEWED = /\.(?:md|markdown|csv|tsv|epub|gltf|stl|obj)$/i
/** Names of texts, for files that are too large for the server to detect. */
const NAMED = /\.(?:txt|log|json|xml|ya?ml|html?|css|m?[jt]s|py|sql|sh|conf|ini)$/i

/** Whether a file opens in the editor: a text, or any file if the person asks for it (`isAsked`). */
export function isEdited({ name, type, size, isDir }: Item, isAsked: boolean): boolean {
  if (isDir) return false
  if (isAsked) return true
  return (
    !VIEWED.test(name) && (type === 'text' || (type === 'blob' && size > TEXT_CONTENT_MAX_BYTES && NAMED.test(name)))
  )
}
