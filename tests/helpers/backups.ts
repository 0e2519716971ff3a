// Backups into a folder, and what they hold.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect } from '@jest/globals'
import type { StoredEntry } from '../../backend/src/storage/backup/format.ts'
import { runNido, settingsOf } from './command.ts'
import type { Nido } from './nido.ts'

/** Makes a backup; answers the files of one bucket that are in it. */
export async function filesBackedUp(nido: Nido, bucket: string): Promise<StoredEntry[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-backup-'))
  try {
    const { code, out, err } = await runNido(['backup'], { ...settingsOf(nido), BACKUP_FOLDER: folder })
    expect({ code, out, err }).toMatchObject({ code: 0 })
    const own = bucket.slice(nido.bucketPrefix.length)
    const [id = ''] = await readdir(path.join(folder, 'snapshots'))
    return (await storedIn(folder, id)).filter((entry) => entry.bucket === own && !entry.key.endsWith('/'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** All entries of a backup in a folder. */
export async function storedIn(folder: string, id: string): Promise<StoredEntry[]> {
  const snapshot = path.join(folder, 'snapshots', id)
  const lists = (await readdir(snapshot)).filter((name) => name.startsWith('stored-'))
  const texts = await Promise.all(lists.map((name) => readFile(path.join(snapshot, name), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as StoredEntry)
}
