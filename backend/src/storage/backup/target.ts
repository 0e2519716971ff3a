// Where backups lie: a folder, or a bucket of another S3 server.
import type { Readable } from 'node:stream'

/** Names have slashes, ASCII letters, digits, dots and hyphens. */
export interface BackupTarget {
  /** Stores bytes, whole or not at all, in place of what is there. */
  put(name: string, body: Readable, size: number): Promise<void>
  putSmall(name: string, body: Buffer): Promise<void>
  /** The bytes as a stream; null where there is nothing. */
  get(name: string): Promise<Readable | null>
  getSmall(name: string): Promise<Buffer | null>
  /** All names that begin with a prefix that ends in a slash. */
  list(prefix: string): AsyncIterable<string>
  /** Removes what has these names. Missing ones are no error. */
  remove(names: readonly string[]): Promise<void>
  close(): void
}
