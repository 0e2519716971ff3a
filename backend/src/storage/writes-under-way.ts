// Which writes of a path are under way in this process at the same time.

/** One write, from its first look to its end. */
export interface WriteTurn {
  /** Whether another write of the path was under way at any moment of it. */
  readonly isShared: boolean
  end(): void
}

export class WritesUnderWay {
  readonly #turns = new Map<string, Set<{ isShared: boolean }>>()

  /** @param path a text of `pathText` */
  begin(path: string): WriteTurn {
    const others = this.#turns.get(path) ?? new Set()
    this.#turns.set(path, others)
    const turn = { isShared: others.size > 0 }
    for (const other of others) other.isShared = true
    others.add(turn)
    const end = () => {
      others.delete(turn)
      if (others.size === 0) this.#turns.delete(path)
    }
    return {
      get isShared() {
        return turn.isShared
      },
      end,
    }
  }
}
