// Which of many names a path is, or lies below, without trying each.

/** Some names: paths without a closing slash; '' stands for all there is. */
export class NamesAbove {
  /** Each with its number among them. */
  readonly #names: ReadonlyMap<string, number>

  constructor(names: readonly string[]) {
    this.#names = new Map([...names.entries()].reverse().map(([number, name]) => [name, number]))
  }

  /** Those that an entry is or lies below, from the top down. */
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

  /** The one that stands first among them; undefined for none. */
  first(entry: string): string | undefined {
    let found: string | undefined
    for (const name of this.of(entry)) {
      if (found === undefined || (this.#names.get(name) ?? 0) < (this.#names.get(found) ?? 0)) found = name
    }
    return found
  }
}
