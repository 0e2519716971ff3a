// Reads backups, and checks them against their hashes.
import { mapParallel } from '../../lib/parallel.ts'
import {
  contentName,
  databaseName,
  fromLines,
  type Moment,
  momentName,
  SNAPSHOTS,
  type StoredEntry,
  storedName,
  type Summary,
  summaryName,
} from './format.ts'
import { hashing } from './contents.ts'
import { needed, readJson } from './take.ts'
import type { BackupTarget } from './target.ts'

const PARALLEL = 8

/** The whole backups, the oldest first. */
export async function listBackups(target: BackupTarget): Promise<Summary[]> {
  const found: Summary[] = []
  for await (const name of target.list(SNAPSHOTS))
    if (name.endsWith('/done.json')) found.push((await readJson(target, name)) as Summary)
  return found.toSorted((a, b) => a.at - b.at)
}

/**
 * The backup with an id, or the newest one.
 * @throws Error when there is none
 */
export async function findBackup(target: BackupTarget, id?: string): Promise<{ moment: Moment; summary: Summary }> {
  const chosen = id ?? (await listBackups(target)).at(-1)?.id
  if (chosen === undefined) throw new Error('there is no backup here')
  const summary = (await readJson(target, summaryName(chosen))) as Summary | null
  const moment = (await readJson(target, momentName(chosen))) as Moment | null
  if (!summary || !moment) throw new Error(`there is no whole backup ${chosen}`)
  if (moment.format !== 1) throw new Error(`the backup ${chosen} was made by a newer Nido`)
  return { moment, summary }
}

/** Its entries, a list at a time. */
export async function* storedEntriesOf(target: BackupTarget, { id, parts }: Moment): AsyncGenerator<StoredEntry[]> {
  for (let part = 0; part < parts; part += 1) yield fromLines<StoredEntry>(await needed(target, storedName(id, part)))
}

/** What a check has found. */
export interface CheckReport {
  id: string
  objects: number
  bytes: number
  /** Files whose bytes are missing or are others than those that were copied. */
  damaged: { bucket: string; key: string; why: 'missing' | 'changed' }[]
}

/** Reads all bytes of a backup, and compares them with their hashes. */
export async function checkBackup(target: BackupTarget, moment: Moment): Promise<CheckReport> {
  const report: CheckReport = { id: moment.id, objects: 0, bytes: 0, damaged: [] }
  await needed(target, databaseName(moment.id))
  for await (const entries of storedEntriesOf(target, moment)) {
    await mapParallel(entries, PARALLEL, async (entry) => {
      const { bucket, key, size } = entry
      const why = await faultOf(target, entry)
      if (why) report.damaged.push({ bucket, key, why })
      report.objects += 1
      report.bytes += size
    })
  }
  return report
}

async function faultOf(target: BackupTarget, entry: StoredEntry): Promise<'missing' | 'changed' | null> {
  const body = await target.get(contentName(entry.content))
  if (!body) return 'missing'
  const { stream, sum } = hashing(body)
  stream.resume()
  return (await sum).sha256 === entry.sha256 ? null : 'changed'
}
