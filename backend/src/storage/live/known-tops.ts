// Which version is on top of a file that this process has written, so that a write which replaces it need not ask. It
// is valid while nothing is heard of the file but how that version, or one of its own beneath it, was made. Nothing is
// replaced by this alone: S3 compares the ETag. It is no part of what is learnt when files are opened
// (learnt-files.ts): a reader may tell late of a version that an own write has replaced since.
import type { FileFacts } from '../catalogue/entries.ts'
import { pathText, type Place } from '../paths.ts'
import { FileMemory } from './file-memory.ts'

/** Events come late, and a file may be saved some times before one comes. */
const EARLIER_MAX = 64

export interface KnownTop {
  version: string
  etag: string
  size: number
  /** The id of the write that made it (`WRITE_ID`), where Nido has made it. */
  writeId?: string | undefined
}

interface Remembered {
  top: KnownTop
  /** Own versions beneath it, whose events may still come. */
  earlier: string[]
}

export class KnownTops extends FileMemory<Remembered> {
  constructor() {
    super(({ top, earlier }) => [top.version, ...earlier])
  }

  /** Keeps what an own write has put on top. */
  keep(at: Place, top: KnownTop): void {
    const before = this.files.get(pathText(at))
    const earlier = before ? [before.top.version, ...before.earlier].slice(0, EARLIER_MAX) : []
    this.files.set(pathText(at), { top, earlier })
  }

  /** The version on top of a file that has these facts; null where it is not known. */
  find(at: Place, { size, etag }: Pick<FileFacts, 'size' | 'etag'>): KnownTop | null {
    const top = this.files.get(pathText(at))?.top
    return top && top.size === size && top.etag === etag ? top : null
  }
}
