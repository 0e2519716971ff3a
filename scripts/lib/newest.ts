// When files were changed, to know whether what is built of them is up to date.
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** When a file was changed, in ms since 1970; 0 if there is none. */
export async function timeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.mtimeMs,
    () => 0,
  )
}

/**
 * The latest change of a file, or of anything in a folder but for what has one of the names. A folder's own time
 * counts: it changes when a file is removed.
 */
export async function newestIn(at: string, except: readonly string[] = []): Promise<number> {
  const found = await stat(at).catch(() => null)
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const names = (await readdir(at)).filter((name) => !except.includes(name))
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => newestIn(path.join(at, name), except)))))
}
