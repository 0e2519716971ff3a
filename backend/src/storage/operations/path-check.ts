// Asks of each path of a tree, as its names come in order, whether it may be touched.

export class PathCheck {
  readonly #check: (relative: string) => void
  #last: string | null = null

  /** @param check throws what refuses a path; '' is the tree itself */
  constructor(check: (relative: string) => void) {
    this.#check = check
  }

  /** Whether no name has come. */
  get isEmpty(): boolean {
    return this.#last === null
  }

  /**
   * Checks a name, and the folders that it lies in unless the name before lay there too; without closing slash.
   * @throws what the check throws
   */
  add(name: string): void {
    const last = this.#last
    if (last === null) this.#check('')
    for (let cut = name.indexOf('/'); cut > 0; cut = name.indexOf('/', cut + 1))
      if (!last?.startsWith(name.slice(0, cut + 1))) this.#check(name.slice(0, cut))
    if (name !== '' && !name.endsWith('/')) this.#check(name)
    this.#last = name
  }
}
