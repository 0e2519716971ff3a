// Turns the names in archives into valid paths below the folder that they are extracted to.
import { KEY_MAX_BYTES } from '../../../../contract/limits.ts'
import { parseUserPath } from '../../../storage/paths.ts'

/** Archives of old Windows programs use backslashes between folders. */
const asPath = (name: string): string => (name.includes('/') ? name : name.replaceAll('\\', '/'))

/**
 * The name as a clean relative path; '' for the root of the archive. Null if it leads outside, or if no file can have
 * that name here.
 */
export function safeName(raw: string): string | null {
  const name = asPath(raw)
  if (name === '') return null
  if (/^(\/|[a-z]:)/i.test(name) || name.split('/').includes('..')) return null
  try {
    const path = parseUserPath(`/${name}`).slice(1)
    return Buffer.byteLength(path) > KEY_MAX_BYTES ? null : path
  } catch {
    return null
  }
}
