// A flat listing told as a tree.
import type { Listed } from './listing-page.ts'
import { statOfListed } from './file-stats.ts'
import { fileKey, folderKey, type Place } from './paths.ts'
import type { Measured, TreeEntry } from './types.ts'

/**
 * Files and folders below a prefix, in key order: each folder, also one that only keys imply, comes once and before
 * what is in it. Keys of one folder follow each other, so the folders around the last one are all there is to remember.
 */
export async function* treeOf(
  objects: AsyncIterable<Listed> | Iterable<Listed>,
  prefix: string,
): AsyncGenerator<TreeEntry> {
  let around: string[] = []
  for await (const object of objects) {
    const relative = object.key.slice(prefix.length)
    const folders = relative.split('/')
    // The last is the file's name, '' for a marker.
    const isMarker = folders.pop() === ''
    const stat = statOfListed(object)
    const known = folders.findIndex((name, depth) => around[depth] !== name)
    for (let depth = known < 0 ? folders.length : known; depth < folders.length; depth += 1) {
      const isOwnMarker = isMarker && depth === folders.length - 1
      const own = isOwnMarker ? stat.modified : null
      yield { kind: 'folder', modified: own, own, relative: folders.slice(0, depth + 1).join('/') }
    }
    around = folders
    if (!isMarker) yield { ...stat, relative }
  }
}

/** Bytes of all objects, and of those that are or lie in each part. */
export async function measuredIn(objects: AsyncIterable<Listed>, parts: readonly Place[]): Promise<Measured> {
  const keys = parts.map((part) => ({ file: fileKey(part), folder: folderKey(part) }))
  const measured: Measured = { bytes: 0, parts: parts.map(() => 0) }
  for await (const { key, size } of objects) {
    measured.bytes += size
    keys.forEach(({ file, folder }, index) => {
      if (key === file || key.startsWith(folder)) measured.parts[index] = (measured.parts[index] ?? 0) + size
    })
  }
  return measured
}
