import type { Item } from '../../../backend/contract/resources.ts'
import { TEXT_CONTENT_MAX_BYTES } from '../../../backend/contract/limits.ts'

/** Texts that are looked at first, in a form that is easier to read than what stands in the file. */
const VIEWED = /\.(?:md|markdown|csv|tsv|epub)$/i
/** Texts by their names, also where they are too large for the server to call them so. */
const NAMED = /\.(?:txt|log|json|xml|ya?ml|html?|css|m?[jt]s|py|sql|sh|conf|ini)$/i

/** Whether a file opens in the editor: a text, or whatever somebody wants to edit (`isAsked`). */
export function isEdited({ name, type, size, isDir }: Item, isAsked: boolean): boolean {
  if (isDir) return false
  if (isAsked) return true
  return !VIEWED.test(name) && (type === 'text' || (size > TEXT_CONTENT_MAX_BYTES && NAMED.test(name)))
}
