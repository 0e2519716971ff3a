// Which change each folder was last touched by, at any depth below it: so a listing can be compared with a later one
// without looking at either.
import { randomBytes } from 'node:crypto'
import { doubles } from './columns.ts'
import { NONE, type Nodes } from './nodes.ts'

const RANDOM_BYTES = 12

export class FolderVersions {
  readonly #nodes: Pick<Nodes, 'parentOf'>
  /** No other catalogue, of this or another process, tells the same versions. */
  readonly #self = randomBytes(RANDOM_BYTES).toString('base64url')
  /** Of all folders, so that a new one never has a version of one that was there before. */
  #count = 0
  readonly #last = doubles()

  constructor(nodes: Pick<Nodes, 'parentOf'>) {
    this.#nodes = nodes
  }

  /** Notes that something directly in a folder has changed, or the folder itself. */
  note(from: number): void {
    this.#count += 1
    for (let folder = from; folder !== NONE; folder = this.#nodes.parentOf(folder)) this.#last.set(folder, this.#count)
  }

  /** A text that is another one after every change at or below a folder, and never comes again. */
  versionOf(folder: number): string {
    return `${this.#self}.${this.#last.get(folder)}`
  }

  get bytes(): number {
    return this.#last.bytes
  }
}
