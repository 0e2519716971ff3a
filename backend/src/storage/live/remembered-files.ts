// What is remembered of single files and of the names around them, beside what the catalogue knows: valid until
// something else is heard of them.
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StorageCore } from '../core.ts'
import { namesWithin } from '../listing.ts'
import type { Place } from '../paths.ts'
import type { FileStat } from '../types.ts'
import { ClearFolders } from './clear-folders.ts'
import type { BucketEvent } from './event-records.ts'
import { KnownTops } from './known-tops.ts'
import { LearntFiles } from './learnt-files.ts'

export class RememberedFiles {
  readonly learnt = new LearntFiles()
  readonly tops = new KnownTops()
  readonly clear: ClearFolders

  constructor(
    { clients, log }: Pick<StorageCore, 'clients' | 'log'>,
    catalogue: Pick<Catalogue, 'hasFolder' | 'hasMoreIn'>,
  ) {
    this.clear = new ClearFolders({
      list: (bucket, prefix) => namesWithin(clients, bucket, prefix),
      isKnownFolder: (bucket, path) => catalogue.hasFolder(bucket, path),
      hasMoreIn: (bucket, path, count) => catalogue.hasMoreIn(bucket, path, count),
      log,
    })
  }

  /** Keeps what an own write has put on top of a file. */
  keepTop(at: Place, stat: FileStat): void {
    this.tops.keep(at, stat)
    this.learnt.keep(at, stat)
  }

  forgetTop(at: Place): void {
    this.tops.forget(at)
    this.learnt.forget(at)
  }

  /** Takes in an event of what lies at a place. */
  hear(at: Place, event: BucketEvent): void {
    this.learnt.hear(at, event)
    this.tops.hear(at, event)
    this.clear.hear(event.bucket, event.key)
  }

  /** Anything may have changed at or below these paths (texts of `pathText`). */
  forget(paths: readonly string[]): void {
    this.learnt.forgetAll(paths)
    this.tops.forgetAll(paths)
    for (const path of paths) this.clear.forget(path)
  }

  /** Events may have been missed. What was learnt is compared with the catalogue whenever it is used. */
  reconnect(): void {
    this.clear.forgetAll()
    this.tops.forgetEverything()
  }
}
