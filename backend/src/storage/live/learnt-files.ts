// What S3 told of files that were opened, which is more than the index has. It is valid while nothing is heard of a
// file and its facts stay the same. Even a file that looks the same may be another.
import type { FileFacts } from '../catalogue/entries.ts'
import { pathText, type Place } from '../paths.ts'
import type { FileStat } from '../types.ts'
import { FileMemory } from './file-memory.ts'

export class LearntFiles extends FileMemory<FileStat> {
  constructor() {
    super(({ version }) => [version])
  }

  keep(at: Place, stat: FileStat): void {
    this.files.set(pathText(at), stat)
  }

  /**
   * What S3 told of a file that has these facts; null where it was not asked, or something was heard of the file since.
   */
  find(at: Place, { size, modified, etag }: FileFacts): FileStat | null {
    const stat = this.files.get(pathText(at))
    return stat && stat.size === size && stat.etag === etag && stat.modified.getTime() === modified ? stat : null
  }
}
