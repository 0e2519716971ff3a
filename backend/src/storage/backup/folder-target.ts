// Backups in a folder, such as a volume of a cluster or another disk.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { BackupTarget } from './target.ts'

const UNFINISHED = '.unfinished-'

export function folderTarget(root: string): BackupTarget {
  const fileOf = (name: string) => path.join(root, ...name.split('/'))
  const put = async (name: string, body: Readable): Promise<void> => {
    const file = fileOf(name)
    const draft = `${file}${UNFINISHED}${randomUUID()}`
    await mkdir(path.dirname(file), { recursive: true })
    const handle = await open(draft, 'wx', 0o600)
    try {
      // A disk that is nearly full may take less than a chunk; this goes on with the rest of it.
      await handle.writeFile(body)
      await handle.sync()
      await handle.close()
      await rename(draft, file)
    } catch (error) {
      await handle.close().catch(() => undefined)
      await rm(draft, { force: true })
      throw error
    }
  }
  return {
    put,
    putSmall: (name, body) => put(name, Readable.from([body])),
    get: async (name) => {
      const stream = createReadStream(fileOf(name))
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream))
        stream.once('error', (error) => (isMissing(error) ? resolve(null) : reject(error)))
      })
    },
    getSmall: (name) => readFile(fileOf(name)).catch(nullIfMissing),
    list: (prefix) => namesIn(root, prefix),
    remove: async (names) => {
      for (const name of names) await rm(fileOf(name), { force: true })
      // Folders that are not empty stay.
      for (const folder of new Set(names.map((name) => path.dirname(fileOf(name)))))
        await rmdir(folder).catch(() => undefined)
    },
    close: () => undefined,
  }
}

async function* namesIn(root: string, prefix: string): AsyncGenerator<string> {
  const entries = (await readdir(path.join(root, prefix), { withFileTypes: true }).catch(nullIfMissing)) ?? []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* namesIn(root, `${name}/`)
    else if (!name.includes(UNFINISHED)) yield name
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
