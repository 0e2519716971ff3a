// Which files of a torrent come now: as many as there is room for on the disk, one after another.

export class FileAdmission {
  readonly #sizeOf: (number: number) => number
  #waiting: number[]
  readonly #coming = new Map<number, number>()
  #room: number

  /** @param room bytes; the largest file has to fit */
  constructor(wanted: readonly number[], { room, sizeOf }: { room: number; sizeOf(number: number): number }) {
    this.#waiting = [...wanted]
    this.#room = room
    this.#sizeOf = sizeOf
  }

  /** Files that have room now. */
  next(): number[] {
    const found: number[] = []
    for (let number = this.#waiting[0]; number !== undefined; number = this.#waiting[0]) {
      const size = this.#sizeOf(number)
      if (size > this.#room) break
      this.#room -= size
      this.#coming.set(number, size)
      this.#waiting.shift()
      found.push(number)
    }
    return found
  }

  /** A file is stored, and no longer on the disk. One may have been there already that had not come up yet. */
  gone(number: number): void {
    this.#room += this.#coming.get(number) ?? 0
    this.#coming.delete(number)
    this.#waiting = this.#waiting.filter((one) => one !== number)
  }

  /** Files come in another order from now on. */
  order(inOrder: (numbers: readonly number[]) => number[]): void {
    this.#waiting = inOrder(this.#waiting)
  }

  /** Files that come now. */
  coming(): number[] {
    return [...this.#coming.keys()]
  }
}
