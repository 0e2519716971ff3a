// Uploads that a reload or a crash left unfinished, without those of other open pages and those that arrived after all.
import type { Item } from '../../../../backend/contract/resources.ts'
import { nameOf, parentOf } from '../../lib/paths.ts'
import { folderNamed } from './jobs-of-plan.ts'
import { CHANNEL } from './open-pages.ts'
import { isSameFile } from './same-file.ts'
import type { UnfinishedUpload } from './UnfinishedUploads.ts'
import type { UploadFolder } from './UploadFolder.ts'
import { UploadJob } from './UploadJob.ts'

/** How long other pages have to answer, in milliseconds. */
const ANSWERS_MS = 400
/** How many of them the server is asked about one by one. The others start again if necessary. */
const OFFSETS_ASKED = 20

export interface LeftoverSources {
  page: string
  list(path: string): Promise<readonly Item[] | null>
  offset(path: string, wanted: { length: number; upload: string | null }): Promise<number | null>
  forget(id: string): void
}

/** The bytes that the server has of an unfinished upload; null if it has none. */
export interface Leftover {
  record: UnfinishedUpload
  offset: number | null
}

/** The records that no page works on and that have not arrived. Returns none while the server cannot be asked. */
export async function findLeftovers(
  records: readonly UnfinishedUpload[],
  sources: LeftoverSources,
): Promise<Leftover[]> {
  if (records.length === 0) return []
  const open = await askOpenPages()
  const orphans = records.filter(({ page }) => page !== sources.page && !open.has(page))
  try {
    const missing = await withoutArrived(orphans, sources)
    const biggest = new Set(missing.toSorted((a, b) => b.size - a.size).slice(0, OFFSETS_ASKED))
    return await Promise.all(
      missing.map(async (record) => ({
        record,
        offset: biggest.has(record)
          ? await sources.offset(record.path, { length: record.size, upload: record.upload ?? null })
          : null,
      })),
    )
  } catch {
    return []
  }
}

/** Jobs for interrupted uploads, which wait for their files. */
export function jobsOfLeftovers(leftovers: readonly Leftover[]): UploadJob[] {
  const folders = new Map<string, UploadFolder>()
  return leftovers.map(({ record, offset }) => {
    const { folder: path, group } = record
    const folder = path === undefined ? null : folderNamed(folders, path, group)
    const job = new UploadJob({ ...record, folder, file: null })
    folder?.add(job)
    if (offset === null) job.startOver()
    else job.resumeAt(offset)
    job.enter('lost')
    return job
  })
}

async function withoutArrived(
  records: readonly UnfinishedUpload[],
  { list, forget }: LeftoverSources,
): Promise<UnfinishedUpload[]> {
  const missing: UnfinishedUpload[] = []
  for (const [folder, some] of Map.groupBy(records, ({ path }) => parentOf(path))) {
    const present = new Map((await list(folder))?.map((item) => [item.name, item]))
    for (const record of some) {
      const item = present.get(nameOf(record.path))
      if (item && isSameFile(item, { size: record.size, lastModified: record.modified })) forget(record.id)
      else missing.push(record)
    }
  }
  return missing
}

/** The ids of the other open pages. */
async function askOpenPages(): Promise<Set<string>> {
  const channel = new BroadcastChannel(CHANNEL)
  const pages = new Set<string>()
  channel.onmessage = ({ data }) => {
    if (typeof data?.page === 'string') pages.add(data.page)
  }
  channel.postMessage('who')
  await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
  channel.close()
  return pages
}
