// The commands of docs/operations.md, run as somebody with a cluster would, and which of them were run.
import { operationsCommands } from '../helpers/operations-page.ts'
import type { Cluster } from './cluster.ts'

export class Manual {
  readonly ran = new Set<string>()
  readonly #cluster: Cluster
  readonly #folder: string

  /** `folder`: where they are run. It has the folder `charts` of the project. */
  constructor(cluster: Cluster, folder: string) {
    this.#cluster = cluster
    this.#folder = folder
  }

  /**
   * Runs the command that begins with these words. `more`: further words. `names`: what stands for a word in capitals.
   * @throws Error with what it said if it fails, and if there is no such command
   */
  async run(start: string, more = '', names: Record<string, string> = {}): Promise<string> {
    const found = (await operationsCommands()).find(({ line }) => line.startsWith(start))
    if (!found) throw new Error(`docs/operations.md has no command \`${start}\``)
    const line = found.line.replaceAll(/\b[A-Z]{2,}\b/g, (word) => names[word] ?? word)
    const said = await this.#cluster.line(`${line} ${more}`, this.#folder)
    this.ran.add(found.line)
    return said
  }

  /** Runs the commands of a part in their order, without those of `nido` and those in sentences. */
  async follow(title: string): Promise<void> {
    for (const { line, part, need, isInline } of await operationsCommands())
      if (part === title && need !== 'household' && !isInline) await this.run(line)
  }
}
