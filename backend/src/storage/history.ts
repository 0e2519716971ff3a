// How many bytes old versions take: those that readers no longer see, and those in `history/`.
import { listAside } from './aside.ts'
import type { StorageCore } from './core.ts'
import { listObjects } from './listing.ts'
import { folderKey, type Place } from './paths.ts'

/** Bytes of all old versions below a folder. Lists each of them, so it is for the background. */
export async function historyBytes(core: Pick<StorageCore, 'clients' | 'systemBucket'>, at: Place): Promise<number> {
  let bytes = 0
  let newest: string | null = null
  for await (const { key, size } of listObjects(core.clients, {
    bucket: at.bucket,
    prefix: folderKey(at),
    versions: true,
    bare: true,
  })) {
    // Versions of one key follow each other, newest first. A marker has no bytes, and all below it is old.
    if (key === newest) bytes += size
    newest = key
  }
  for await (const { size } of listAside(core, { bucket: at.bucket, prefix: folderKey(at) })) bytes += size
  return bytes
}
