// What a backup holds.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StoredEntry } from '../../backend/src/storage/backup/format.ts'

/** All entries of the one backup in a folder. */
export async function storedInBackup(folder: string): Promise<StoredEntry[]> {
  const snapshots = path.join(folder, 'snapshots')
  const [id = ''] = await readdir(snapshots)
  const lists = (await readdir(path.join(snapshots, id))).filter((name) => name.startsWith('stored-'))
  const texts = await Promise.all(lists.map((name) => readFile(path.join(snapshots, id, name), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as StoredEntry)
}
