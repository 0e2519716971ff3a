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
    return (await storedIn(folder)).filter((entry) => entry.bucket === own && !entry.key.endsWith('/'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** All entries of the one backup in a folder. */
async function storedIn(folder: string): Promise<StoredEntry[]> {
  const snapshots = path.join(folder, 'snapshots')
  const [id = ''] = await readdir(snapshots)
  const lists = (await readdir(path.join(snapshots, id))).filter((name) => name.startsWith('stored-'))
  const texts = await Promise.all(lists.map((name) => readFile(path.join(snapshots, id, name), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as StoredEntry)
}
