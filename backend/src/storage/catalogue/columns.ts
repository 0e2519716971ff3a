// Numbers and bytes of a million nodes, in arrays of one kind each: an object a node would take ten times as much.

const SHIFT = 16
const ROWS = 1 << SHIFT
const MASK = ROWS - 1

type Cells = Int32Array | Float64Array | Uint8Array

/** One number a node. It grows by pieces, so that nothing is copied; what was never set is 0. */
class Column {
  readonly #make: () => Cells
  readonly #pieces: Cells[] = []

  constructor(make: () => Cells) {
    this.#make = make
  }

  get(row: number): number {
    return this.#pieces[row >>> SHIFT]?.[row & MASK] ?? 0
  }

  set(row: number, value: number): void {
    const piece = (this.#pieces[row >>> SHIFT] ??= this.#make())
    piece[row & MASK] = value
  }

  get bytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  }
}

export type NumberColumn = Pick<Column, 'get' | 'set' | 'bytes'>

/** Whole numbers of 32 bits. */
export const integers = (): NumberColumn => new Column(() => new Int32Array(ROWS))
/** Sizes and times. */
export const doubles = (): NumberColumn => new Column(() => new Float64Array(ROWS))
/** Small marks. */
export const marks = (): NumberColumn => new Column(() => new Uint8Array(ROWS))

/** The same number of bytes a node. */
export class BytesColumn {
  readonly #width: number
  readonly #pieces: Buffer[] = []

  constructor(width: number) {
    this.#width = width
  }

  set(row: number, value: Buffer): void {
    const piece = (this.#pieces[row >>> SHIFT] ??= Buffer.alloc(ROWS * this.#width))
    value.copy(piece, (row & MASK) * this.#width, 0, this.#width)
  }

  hex(row: number): string {
    const at = (row & MASK) * this.#width
    return this.#pieces[row >>> SHIFT]?.toString('hex', at, at + this.#width) ?? ''
  }

  get bytes(): number {
    return this.#pieces.length * ROWS * this.#width
  }
}
