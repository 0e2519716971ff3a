// Which change each folder was last touched by, at any depth below it: so a listing can be compared with a later one
// without looking at either. The latest changes are remembered, so that it can be told what they were.
import { randomBytes } from 'node:crypto'
import { doubles } from './columns.ts'
import type { KeyPlace } from './key-tree.ts'
import { NONE, type Nodes } from './nodes.ts'

const RANDOM_BYTES = 12
/** Changes that are remembered, of all buckets. */
export const REMEMBERED = 1_000

export class FolderVersions {
  readonly #nodes: Pick<Nodes, 'parentOf'>
  /** No other catalogue, of this or another process, tells the same versions. */
  readonly #self = randomBytes(RANDOM_BYTES).toString('base64url')
  /** Of all folders, so that a new one never has a version of one that was there before. */
  #count = 0
  readonly #last = doubles()
  /** What changed, each at the number of its change, modulo `REMEMBERED`. */
  readonly #latest: KeyPlace[] = []

  constructor(nodes: Pick<Nodes, 'parentOf'>) {
    this.#nodes = nodes
  }

  /** Notes that something directly in a folder has changed, or the folder itself. */
  note(from: number, changed: KeyPlace): void {
    this.#count += 1
    this.#latest[this.#count % REMEMBERED] = changed
    for (let folder = from; folder !== NONE; folder = this.#nodes.parentOf(folder)) this.#last.set(folder, this.#count)
  }

  /** Forgets what has changed before: something has changed that is told by no names. */
  forget(): void {
    this.#count += REMEMBERED
  }

  /** A text that is another one after every change at or below a folder, and never comes again. */
  versionOf(folder: number): string {
    return `${this.#self}.${this.#last.get(folder)}`
  }

  /** What has changed anywhere since a version was told; null where nobody knows that any more. */
  since(version: string): KeyPlace[] | null {
    const last = version.startsWith(`${this.#self}.`) ? Number(version.slice(this.#self.length + 1)) : -Infinity
    const count = this.#count - last
    if (count > REMEMBERED) return null
    return Array.from({ length: count }, (_, index) => this.#latest[(last + 1 + index) % REMEMBERED]).filter(
      (changed) => changed !== undefined,
    )
  }

  get bytes(): number {
    return this.#last.bytes
  }
}
