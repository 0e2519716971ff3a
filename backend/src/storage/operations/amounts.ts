// How much there is among keys.
import type { ManifestEntry } from './manifests.ts'
import { isMarkerKey } from './tree.ts'

export interface Size { count: number; bytes: number }

/** How many files there are among keys, and their bytes. */
export function sizeOf(entries: Pick<ManifestEntry, 'key' | 'size'>[]): Size {
  const files = entries.filter((entry) => !isMarkerKey(entry.key))
  return { count: files.length, bytes: files.reduce((sum, entry) => sum + entry.size, 0) }
}
