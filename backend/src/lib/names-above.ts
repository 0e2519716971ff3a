// Finds which of many paths contain a given path, without trying each.

/** Paths without a closing slash; '' stands for everything. */
export class NamesAbove {
  /** Each path with its position among them. */
  readonly #names: ReadonlyMap<string, number>

  constructor(names: readonly string[]) {
    this.#names = new Map([...names.entries()].reverse().map(([number, name]) => [name, number]))
  }

  /** Those that are equal to an entry or above it, from the top down. */
  *of(entry: string): Generator<string> {
    if (this.#names.has('')) yield ''
    for (let cut = entry.indexOf('/'); cut > 0; cut = entry.indexOf('/', cut + 1)) {
      const above = entry.slice(0, cut)
      if (this.#names.has(above)) yield above
    }
    if (entry !== '' && this.#names.has(entry)) yield entry
  }

  has(entry: string): boolean {
    return !this.of(entry).next().done
  }

  /** The first of them by position; undefined for none. */
  first(entry: string): string | undefined {
    let found: string | undefined
    for (const name of this.of(entry)) {
      if (found === undefined || (this.#names.get(name) ?? 0) < (this.#names.get(found) ?? 0)) found = name
    }
    return found
  }
}
