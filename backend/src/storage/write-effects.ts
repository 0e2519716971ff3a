// What a change of one file is asked to do, how it takes effect, and what comes of it.
import type { FileStat } from './entries.ts'
import type { Made } from './objects.ts'
import type { Confirm, WriteOptions } from './writes.ts'

/** What a write was asked to do. What is done again keeps to it. */
export type Intent = Pick<WriteOptions, 'expect' | 'replacing'> & { writeId: string }

/** How a change of one file is to take effect. */
export interface Effect {
  /** It must fail where something is there. */
  onlyIfAbsent: boolean
  /** The ETag of the only file that it may replace. */
  onlyIfMatch?: string | undefined
  /** What the version carries as `WRITE_ID`. */
  writeId: string
  /**
   * Asked when all bytes are there, right before they become the file. What it throws refuses that; when it answers,
   * the note of what is replaced is there.
   */
  confirm: () => ReturnType<Confirm>
}

/** A version that a write has made. `written`: what readers find of it, where that is known without a look. */
export interface WrittenVersion extends Made {
  written?: FileStat
}

/** A file that is there when it is about to be replaced. */
export interface Present {
  version: string
  size: number
  metadata: Record<string, string>
}

/** A file that a write has found, and means to replace. */
export type ReplaceableFile = Present & Pick<Made, 'etag'>
