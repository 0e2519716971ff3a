// What lies in folders, read from the nodes some at a time, so that others have their turn in between.
import { FILE, FOLDER, NONE, type Nodes } from './nodes.ts'
import type { Totals } from './totals.ts'

/** What is known of a file. `modified` in milliseconds since 1970. */
export interface FileFacts {
  size: number
  modified: number
  etag: string
}

/** A file as somebody has seen it. */
export interface SeenFile extends FileFacts {
  /** Where its time is not certain, a known file that is the same otherwise keeps its own. */
  isTimeUncertain?: boolean
}

/**
 * An entry of a folder. A folder's size is that of all files below it, its time that of its newest content; -Infinity
 * where there is none.
 */
export interface KnownEntry extends FileFacts {
  name: string
  kind: 'file' | 'folder'
  files: number
  /** The time of a folder's marker; NaN without one, and for a file. */
  own: number
}

/** How many nodes are worked on in one go, which takes about a millisecond. */
export const TURN = 500

export class Entries {
  readonly #nodes: Nodes
  readonly #totals: Totals

  constructor(nodes: Nodes, totals: Totals) {
    this.#nodes = nodes
    this.#totals = totals
  }

  /** @param prefix the folders around it, each with its slash */
  of(node: number, prefix = ''): KnownEntry {
    const nodes = this.#nodes
    const isFile = nodes.kindOf(node) === FILE
    return {
      name: prefix + nodes.nameOf(node),
      kind: isFile ? 'file' : 'folder',
      size: nodes.sizes.get(node),
      etag: isFile ? nodes.etags.get(node) : '',
      modified: isFile ? nodes.times.get(node) : this.#totals.newestOf(node),
      files: isFile ? 1 : this.#totals.filesOf(node),
      own: isFile ? Number.NaN : nodes.times.get(node),
    }
  }

  /** What lies directly in a folder now. What is removed before its turn is left out. */
  in(folder: number): Generator<KnownEntry[]> {
    return this.#some(folder, this.#nodes.childrenOf(folder))
  }

  *#some(folder: number, children: number[], prefix = ''): Generator<KnownEntry[]> {
    for (let at = 0; at < children.length; at += TURN) {
      yield children
        .slice(at, at + TURN)
        .filter((node) => this.#nodes.parentOf(node) === folder)
        .map((node) => this.of(node, prefix))
    }
  }

  /** Everything at any depth below a folder, names relative to it. */
  *below(folder: number, prefix = ''): Generator<KnownEntry[]> {
    const children = this.#nodes.childrenOf(folder)
    yield* this.#some(folder, children, prefix)
    for (const node of children) {
      if (this.#nodes.kindOf(node) === FOLDER && this.#nodes.parentOf(node) === folder)
        yield* this.below(node, `${prefix}${this.#nodes.nameOf(node)}/`)
    }
  }

  /**
   * What has one of the terms (folded) in its name, at any depth below a folder, and perhaps more where that costs
   * less.
   */
  *withTerms(folder: number, terms: readonly string[]): Generator<KnownEntry[]> {
    // A small folder is walked, since whoever asks looks at the names anyway.
    const isSmall = this.#totals.filesOf(folder) * 8 < this.#nodes.count
    if (terms.length === 0 || terms.includes('') || isSmall) return yield* this.below(folder)
    for (const hits of this.#nodes.search(terms)) {
      yield [...hits].flatMap((node) => {
        const name = this.pathBelow(folder, node)
        return name === null || name === '' ? [] : [{ ...this.of(node), name }]
      })
    }
  }

  /** The path of a node below a folder, or null where it lies elsewhere. */
  pathBelow(folder: number, node: number): string | null {
    const names: string[] = []
    for (let at = node; at !== folder; at = this.#nodes.parentOf(at)) {
      if (this.#nodes.parentOf(at) === NONE) return null
      names.push(this.#nodes.nameOf(at))
    }
    return names.reverse().join('/')
  }
}
