// The space that a folder takes while others write to it.
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Bytes of all files in a folder and below. What is gone meanwhile counts as nothing. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries.map((entry) =>
      entry.isFile()
        ? stat(path.join(entry.parentPath, entry.name)).then(
            ({ size }) => size,
            () => 0,
          )
        : 0,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
